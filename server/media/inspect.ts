import { fileTypeFromBuffer } from 'file-type'
import { kindOf, mimeOfHead, mimeTypes, type ArtifactKind, type Mime } from '#shared/contract/media-types'
import { foreignTypeOfHead, type ForeignType } from '#shared/foreign-types'
import { MediaError } from './error'
import type { ByteSource } from '~~/server/bytes/byte-source'

/**
 * The number of bytes at the start of a file that are read to find its signature. Every signature fits in
 * them.
 */
const HEAD_BYTES = 4100

/**
 * Returns the media type of a file from its bytes (signature, MP4 brand, Matroska DocType), never from its
 * name or a header. If the type is not accepted, throws a MediaError `wrong_type` whose message contains the
 * type.
 */
export async function inspect(source: ByteSource): Promise<Mime> {
  const { mime, name, foreign } = await identify(source)
  if (mime) return mime
  throw new MediaError(
    'wrong_type',
    `The bytes are ${name}, which is not accepted.`,
    foreign?.remedy ?? `Send one of ${mimeTypes.join(', ')}.`,
  )
}

/**
 * Returns the media type of a picture that is not evidence, such as an avatar. Throws a MediaError
 * `wrong_type` for any other file, including a video.
 */
export async function inspectPicture(source: ByteSource): Promise<Mime> {
  const { mime, name, foreign } = await identify(source)
  if (mime && kindOf(mime) === 'image') return mime
  throw new MediaError(
    'wrong_type',
    `The bytes are ${name}, which is not accepted.`,
    hintFor('image', foreign),
  )
}

/**
 * Throws a MediaError `wrong_type` if the type of a file differs from the declared one. The message contains
 * both.
 */
export async function assertMatches(source: ByteSource, declared: Mime): Promise<void> {
  const { mime, name, foreign } = await identify(source)
  if (mime === declared) return
  throw new MediaError(
    'wrong_type',
    `The bytes are ${name}, not ${declared}${mime ? ' as declared' : ''}.`,
    mime ? `Declare them as ${mime}.` : hintFor(kindOf(declared), foreign),
  )
}

/**
 * Returns a hint for a file of the wrong type. If the file is of the wanted kind (picture or video), the hint
 * states how to convert it. Otherwise the hint lists the accepted types of the wanted kind.
 */
function hintFor(kind: ArtifactKind, foreign: ForeignType | null): string {
  if (foreign?.kind === kind) return foreign.remedy
  return `Send one of ${mimeTypes.filter(each => kindOf(each) === kind).join(', ')}.`
}

/**
 * The recognized type of a file. `mime` is null if the type is not accepted. In this case, `foreign` may
 * state how to convert the file.
 */
interface Identity {
  mime: Mime | null
  name: string
  foreign: ForeignType | null
}

async function identify(source: ByteSource): Promise<Identity> {
  const head = await source.read(0, Math.min(HEAD_BYTES, source.size))
  const foreign = foreignTypeOfHead(head.toString('latin1'))
  const name = foreign?.name ?? (await nameOf(head))
  return { mime: mimeTypes.find(each => each === name) ?? null, name, foreign }
}

async function nameOf(head: Buffer): Promise<string> {
  const other = describeExecutable(head) ?? describeMarkup(head)
  if (other !== null) return other
  // A file of this format is an AVIF, a QuickTime movie, or a video of another brand, such as M4V or 3GP.
  if (head.toString('latin1', 4, 8) === 'ftyp') return mimeOfHead(head.toString('latin1')) ?? 'video/mp4'
  if (head.toString('hex', 0, 4) === '1a45dfa3') return 'video/webm'
  // The detector throws for the first bytes of some files, such as a ZIP archive with bytes after the data of
  // an entry.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  if (found === undefined) return head.every(byte => byte <= 0x20) ? 'empty' : 'of an unknown media type'
  return ownNames[found] ?? found
}

/**
 * The names that replace some of the types that the library file-type detects. An animated PNG is accepted as
 * PNG.
 */
const ownNames: Record<string, string> = {
  'application/zip': 'a ZIP archive',
  'image/apng': 'image/png',
  'application/xml': 'an XML document',
}

const executables: Record<string, string> = {
  '2321': 'an executable script',
  '4d5a': 'a Windows executable',
  '7f454c46': 'an ELF executable',
  'feedface': 'a Mach-O executable',
  'feedfacf': 'a Mach-O executable',
  'cefaedfe': 'a Mach-O executable',
  'cffaedfe': 'a Mach-O executable',
  'cafebabe': 'a Mach-O executable',
}

function describeExecutable(head: Buffer): string | null {
  return executables[head.toString('hex', 0, 4)] ?? executables[head.toString('hex', 0, 2)] ?? null
}

function describeMarkup(head: Buffer): string | null {
  const text = head
    .toString('latin1', 0, 1024)
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart()
    .toLowerCase()
  if (!text.startsWith('<')) return null
  if (/<(?:!doctype html|html|head|body|script|iframe)\b/.test(text)) return 'an HTML document'
  return text.startsWith('<?xml') ? 'an XML document' : null
}
