import { fileTypeFromBuffer } from 'file-type'
import { mimeTypes, type Mime } from '#shared/contract/media-types'
import { MediaError } from './error'
import type { ByteSource } from '~~/server/byte-source'

/** Enough bytes for every signature. */
const HEAD_BYTES = 4100

/**
 * Returns the media type of bytes by their signature, brand and DocType, never by a file name or header.
 * Throws a MediaError `wrong_type` that names what was found when it is not one of the accepted types.
 */
export async function inspect(source: ByteSource): Promise<Mime> {
  const found = await identify(source)
  const mime = mimeTypes.find(each => each === found)
  if (mime) return mime
  throw new MediaError(
    'wrong_type',
    `The bytes are ${found}, which is not accepted.`,
    `Send one of ${mimeTypes.join(', ')}.`,
  )
}

/**
 * Throws a MediaError `wrong_type` that names both types, unless bytes have the type they were declared as.
 */
export async function assertMatches(source: ByteSource, declared: Mime): Promise<void> {
  const found = await identify(source)
  if (found === declared) return
  const accepted = mimeTypes.some(each => each === found)
  throw new MediaError(
    'wrong_type',
    `The bytes are ${found}, not ${declared}${accepted ? ' as declared' : ''}.`,
    accepted ? `Declare them as ${found}.` : `Send one of ${mimeTypes.join(', ')}.`,
  )
}

/** Returns an accepted media type, or a description of what the bytes are instead. */
async function identify(source: ByteSource): Promise<string> {
  const head = await source.read(0, Math.min(HEAD_BYTES, source.size))
  const other = describeExecutable(head) ?? describeMarkup(head) ?? describeOtherContainer(head)
  if (other !== null) return other
  // The detector throws for some heads, such as of a ZIP archive with bytes behind an entry's data.
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  if (found === undefined) return head.every(byte => byte <= 0x20) ? 'empty' : 'of no known media type'
  return documents[found] ?? found
}

const documents: Record<string, string> = {
  'application/pdf': 'a PDF document',
  'application/zip': 'a ZIP archive',
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
  if (/<svg[\s>]/.test(text)) return 'an SVG document'
  if (/<(?:!doctype html|html|head|body|script|iframe)\b/.test(text)) return 'an HTML document'
  return text.startsWith('<?xml') ? 'an XML document' : null
}

/** Brands of still pictures (ISO/IEC 23008-12, 10; AVIF 1.1, 6) in files that are structured like MP4. */
const pictureBrands: Record<string, string> = {
  avif: 'an AVIF image',
  avis: 'an AVIF image',
  MA1A: 'an AVIF image',
  MA1B: 'an AVIF image',
  heic: 'a HEIC image',
  heix: 'a HEIC image',
  heim: 'a HEIC image',
  heis: 'a HEIC image',
  hevc: 'a HEIC image',
  hevx: 'a HEIC image',
  mif1: 'a HEIF image',
  msf1: 'a HEIF image',
  miaf: 'a HEIF image',
}
/** The first element of a WebM file (RFC 8794, 8). */
const EBML = '1a45dfa3'

/** Describes files with the signature of mp4 or webm, by their brands (ISO/IEC 14496-12, 4.3) or DocType. */
function describeOtherContainer(head: Buffer): string | null {
  if (head.toString('hex', 0, 4) === EBML) return docType(head) === 'webm' ? null : 'a Matroska film'
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return null
  const major = head.toString('latin1', 8, 12)
  if (major === 'qt  ') return 'a QuickTime movie'
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = [major]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  return brands.map(brand => pictureBrands[brand]).find(name => name !== undefined) ?? null
}

/** Returns the DocType of an EBML header: `webm` or `matroska`. */
function docType(head: Buffer): string {
  const at = head.indexOf(Buffer.from([0x42, 0x82]))
  const length = at < 0 ? 0 : (head[at + 2] ?? 0x80) & 0x7f
  return head.toString('latin1', at + 3, at + 3 + length).replace(/\0+$/, '')
}
