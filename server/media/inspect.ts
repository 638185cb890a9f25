import { fileTypeFromBuffer } from 'file-type'
import { kindOf, mimeTypes, type ArtifactKind, type Mime } from '#shared/contract/media-types'
import { foreignTypeOfHead, type ForeignType } from '#shared/foreign-types'
import { MediaError } from './error'
import type { ByteSource } from '~~/server/bytes/byte-source'

/** Enough bytes for every signature. */
const HEAD_BYTES = 4100

/**
 * Returns the media type of bytes by their signature, brand and DocType, never by a file name or header.
 * Throws a MediaError `wrong_type` that names what was found when it is not one of the accepted types.
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

/** Does the same as {@link inspect} with a picture that is not evidence. Throws for a video too. */
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
 * Throws a MediaError `wrong_type` that names both types, unless bytes have the type they were declared as.
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

/** What to send for a picture or a video: the file in another type, where it is of the same kind. */
function hintFor(kind: ArtifactKind, foreign: ForeignType | null): string {
  if (foreign?.kind === kind) return foreign.remedy
  return `Send one of ${mimeTypes.filter(each => kindOf(each) === kind).join(', ')}.`
}

/** What bytes are: an accepted media type, or else what they are called, and how to make evidence of them. */
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
  // All other brands are those of videos, such as M4V and 3GP.
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'video/mp4'
  if (head.toString('hex', 0, 4) === '1a45dfa3') return 'video/webm'
  // The detector throws for some heads, such as of a ZIP archive with bytes behind an entry's data.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  if (found === undefined) return head.every(byte => byte <= 0x20) ? 'empty' : 'of no known media type'
  return ownNames[found] ?? found
}

/** Names of types that the detector calls otherwise. An animated PNG is a PNG. */
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
