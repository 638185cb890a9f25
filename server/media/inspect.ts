import { fileTypeFromBuffer } from 'file-type'
import { mimeTypes, type Mime } from '#shared/contract/fields'
import { MediaError } from './error'
import type { ByteSource } from './source'

/** Enough for every signature looked for. */
const HEAD_BYTES = 4100

/** ISO base media brands (ISO/IEC 14496-12, 4.3) that are no MP4 film: still pictures and QuickTime. */
const foreignBrands: Record<string, string> = {
  'avif': 'an AVIF picture', 'avis': 'an AVIF picture',
  'heic': 'a HEIC picture', 'heix': 'a HEIC picture', 'heim': 'a HEIC picture', 'heis': 'a HEIC picture', 'hevc': 'a HEIC picture', 'mif1': 'a HEIF picture', 'msf1': 'a HEIF picture',
  'qt  ': 'a QuickTime movie',
}

/**
 * The media type of bytes by their signature, brand and DocType; never by name or header. Throws a MediaError
 * that names what was found when it is none of the six accepted types.
 */
export async function inspect(source: ByteSource): Promise<Mime> {
  const head = Buffer.from(await source.read(0, Math.min(HEAD_BYTES, source.size)))
  const found = (await fileTypeFromBuffer(head))?.mime
  const foreign = describe(head, found)
  const mime = mimeTypes.find(each => each === found)
  if (foreign === null && mime) return mime
  throw new MediaError('wrong_type', `The bytes are ${foreign ?? found ?? 'no media type that is known'}, which is not accepted.`,
    `Send one of ${mimeTypes.join(', ')}.`)
}

/** Holds bytes to the type they were declared as. Throws a MediaError that names both. */
export async function assertMatches(source: ByteSource, declared: Mime): Promise<void> {
  const found = await inspect(source)
  if (found !== declared)
    throw new MediaError('wrong_type', `The bytes are ${found}, not ${declared} as declared.`, `Declare them as ${found}.`)
}

/** What the bytes are when they are something else in disguise; null when nothing speaks against them. */
function describe(head: Buffer, found: string | undefined): string | null {
  const text = head.subarray(0, 512).toString('latin1').replace(/^\xEF\xBB\xBF/, '').trimStart().toLowerCase()
  if (text.startsWith('#!')) return 'an executable script'
  if (text.startsWith('mz')) return 'a Windows executable'
  if (head.subarray(0, 4).equals(Buffer.from([0x7F, 0x45, 0x4C, 0x46]))) return 'an ELF executable'
  if (['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].includes(head.subarray(0, 4).toString('hex'))) return 'a Mach-O executable'
  if (/<svg[\s>]/.test(text)) return 'an SVG document'
  if (/^<(?:!doctype html|html|head|body|script|iframe)\b/.test(text)) return 'an HTML document'
  if (text.startsWith('<?xml')) return 'an XML document'
  if (head.subarray(4, 8).toString('latin1') === 'ftyp') return foreignBrands[head.subarray(8, 12).toString('latin1')] ?? null
  if (head.readUInt32BE(0) === EBML) return docType(head) === 'webm' ? null : 'a Matroska film'
  if (found === undefined && text === '') return 'empty'
  return null
}

/** The first element of a WebM file (RFC 8794, EBML header). */
const EBML = 0x1A45DFA3

/** The DocType of an EBML header: `webm` or `matroska`. */
function docType(head: Buffer): string {
  const at = head.indexOf(Buffer.from([0x42, 0x82]))
  const length = at < 0 ? 0 : (head[at + 2] ?? 0x80) & 0x7F
  return head.subarray(at + 3, at + 3 + length).toString('latin1').replace(/\0+$/, '')
}
