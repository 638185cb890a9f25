/** A type of file that is not accepted as evidence: its name, and the type to send instead. */
export interface ForeignType {
  kind: 'image' | 'video'
  name: string
  remedy: string
}

const AS_VIDEO = 'Export it as MP4 (H.264).'
const AS_PICTURE = 'Export it as PNG or JPEG.'
const oldQuickTime: ForeignType = { kind: 'video', name: 'an old QuickTime movie', remedy: AS_VIDEO }
const matroska: ForeignType = {
  kind: 'video',
  name: 'a Matroska video',
  remedy: 'Export it as MP4 (H.264) or WebM.',
}
const avi: ForeignType = { kind: 'video', name: 'an AVI video', remedy: AS_VIDEO }
const heic: ForeignType = { kind: 'image', name: 'a HEIC image', remedy: AS_PICTURE }
const heif: ForeignType = { kind: 'image', name: 'a HEIF image', remedy: AS_PICTURE }
const animatedAvif: ForeignType = {
  kind: 'image',
  name: 'an animated AVIF',
  remedy: 'Export it as an animated WebP or GIF, or as MP4 (H.264).',
}
const jpegXl: ForeignType = { kind: 'image', name: 'a JPEG XL image', remedy: AS_PICTURE }
const tiff: ForeignType = { kind: 'image', name: 'a TIFF image', remedy: AS_PICTURE }
const bmp: ForeignType = { kind: 'image', name: 'a BMP image', remedy: 'Export it as PNG.' }
const svg: ForeignType = { kind: 'image', name: 'an SVG document', remedy: 'Export it as PNG.' }
const pdf: ForeignType = { kind: 'image', name: 'a PDF document', remedy: 'Export its pages as PNG.' }

/**
 * The brands (ISO/IEC 14496-12, 4.3) of image files that have the structure of an MP4 file and are not
 * accepted. They are defined in ISO/IEC 23008-12, 10, and AVIF 1.1, 6.
 */
const foreignBrands: Record<string, ForeignType> = {
  heic,
  heix: heic,
  heim: heic,
  heis: heic,
  hevc: heic,
  hevx: heic,
  mif1: heif,
  msf1: heif,
  miaf: heif,
}

/**
 * The signatures of file types that are not accepted. A signature is a list of texts, each with its position,
 * counted in bytes from the start of the file.
 */
const foreignSignatures: [bytes: [at: number, text: string][], type: ForeignType][] = [
  // Old QuickTime files have no brand, so the demuxer does not read them. They begin with one of these boxes.
  ...['moov', 'mdat', 'wide', 'pnot'].map((box): [[number, string][], ForeignType] => [
    [[4, box]],
    oldQuickTime,
  ]),
  [
    [
      [0, 'RIFF'],
      [8, 'AVI '],
    ],
    avi,
  ],
  [[[0, '\0\0\0\x0cJXL ']], jpegXl],
  [[[0, '\xff\x0a']], jpegXl],
  [[[0, 'II*\0']], tiff],
  [[[0, 'MM\0*']], tiff],
  [
    [
      [0, 'BM'],
      [6, '\0\0\0\0'],
    ],
    bmp,
  ],
  [[[0, '%PDF-']], pdf],
]

/**
 * The patterns of file types that are not accepted. A pattern matches the media type that a browser states,
 * or the extension of the file name.
 */
const foreignNames: [pattern: RegExp, type: ForeignType][] = [
  [/^(?:video\/(?:x-)?matroska|mkv)$/, matroska],
  [/^(?:video\/(?:x-msvideo|avi|vnd\.avi)|avi)$/, avi],
  [/^(?:image\/hei[cf](?:-sequence)?|heic|heif)$/, heic],
  [/^(?:image\/avif-sequence|avifs)$/, animatedAvif],
  [/^(?:image\/jxl|jxl)$/, jpegXl],
  [/^(?:image\/tiff|tiff?)$/, tiff],
  [/^(?:image\/(?:x-ms-)?bmp|bmp)$/, bmp],
  [/^(?:image\/svg\+xml|svg)$/, svg],
  [/^(?:application\/pdf|pdf)$/, pdf],
]

/**
 * The id of the first element of WebM and Matroska files (RFC 8794, 8), and the id of the document type
 * inside it.
 */
const EBML = '\x1a\x45\xdf\xa3'
const DOC_TYPE = '\x42\x82'

/**
 * Returns the type of a file from its first bytes, if it is a known type that is not accepted as evidence;
 * else null. The bytes are given as text with one character per byte. The result is also null for Matroska
 * files with H.264 that a browser has recorded and named WebM, because these files are accepted as evidence.
 */
export function foreignTypeOfHead(head: string): ForeignType | null {
  if (head.startsWith(EBML)) return isWebm(head) || isBrowserMatroska(head) ? null : matroska
  if (isSvg(head)) return svg
  const signature = foreignSignatures.find(([bytes]) =>
    bytes.every(([at, text]) => head.startsWith(text, at)),
  )
  if (signature) return signature[1]
  const brands = brandsOf(head)
  if (brands.includes('avis')) return animatedAvif
  if (brands.includes('avif')) return null
  return brands.map(brand => foreignBrands[brand]).find(Boolean) ?? null
}

/** Returns the brands of a file with the structure of an MP4 file, the main one first; else none. */
function brandsOf(head: string): string[] {
  if (head.slice(4, 8) !== 'ftyp') return []
  const size = [0, 1, 2, 3].reduce((sum, at) => sum * 256 + head.charCodeAt(at), 0)
  return [head.slice(8, 12), ...(head.slice(16, Math.max(16, size)).match(/.{4}/gs) ?? [])]
}

/** Returns whether the first bytes of a file, as for {@link foreignTypeOfHead}, state a brand. */
export const hasBrand = (head: string, brand: string): boolean => brandsOf(head).includes(brand)

function isSvg(head: string): boolean {
  const text = head
    .slice(0, 1024)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  return text.startsWith('<') && /<svg[\s>]/i.test(text)
}

function isWebm(head: string): boolean {
  const at = head.indexOf(DOC_TYPE) + DOC_TYPE.length
  const length = at < DOC_TYPE.length ? 0 : head.charCodeAt(at) & 0x7f
  const docType = head.slice(at + 1, at + 1 + length).replace(/\0+$/, '')
  return docType === 'webm'
}

/**
 * Returns whether the MediaRecorder of Chromium has written a Matroska file, according to its writing
 * application (RFC 9559, 5.1.2.13). Chromium writes Matroska for `video/webm;codecs=h264`.
 */
const isBrowserMatroska = (head: string): boolean => head.slice(0, 256).includes('\x57\x41\x86Chrome')

/**
 * Returns the type of a file from its media type or its name, if it is a known type that is not accepted as
 * evidence; else null.
 */
export function foreignTypeOfName(file: { name: string; type: string }): ForeignType | null {
  const type = file.type.split(';')[0]?.toLowerCase() ?? ''
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const named = (name: string) => foreignNames.find(([pattern]) => pattern.test(name))
  const [, found] = named(type) ?? named(ending) ?? []
  return found ?? null
}
