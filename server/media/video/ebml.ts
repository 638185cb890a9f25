/** The length in bytes of the longest element header: 4 bytes for the id and 8 for the size. */
export const HEADER_BYTES = 12
const MAX_ID_BYTES = 4
const MAX_SIZE_BYTES = 8

/** The ids of the elements of Matroska and WebM that are read or kept (RFC 8794, 11; RFC 9559, 5.1). */
export const ids = {
  ebml: 0x1a45dfa3,
  void: 0xec,
  crc32: 0xbf,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  tags: 0x1254c367,
  timestamp: 0xe7,
  silentTracks: 0x5854,
  position: 0xa7,
  prevSize: 0xab,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  encryptedBlock: 0xaf,
  trackEntry: 0xae,
  trackType: 0x83,
  flagEnabled: 0xb9,
  codecDelay: 0x56aa,
  trackTimestampScale: 0x23314f,
  name: 0x536e,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncryption: 0x5035,
  video: 0xe0,
  flagInterlaced: 0x9a,
  fieldOrder: 0x9d,
  stereoMode: 0x53b8,
  alphaMode: 0x53c0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  pixelCropBottom: 0x54aa,
  pixelCropTop: 0x54bb,
  pixelCropLeft: 0x54cc,
  pixelCropRight: 0x54dd,
  displayWidth: 0x54b0,
  displayHeight: 0x54ba,
  displayUnit: 0x54b2,
  aspectRatioType: 0x54b3,
  color: 0x55b0,
  matrixCoefficients: 0x55b1,
  bitsPerChannel: 0x55b2,
  chromaSubsamplingHorz: 0x55b3,
  chromaSubsamplingVert: 0x55b4,
  cbSubsamplingHorz: 0x55b5,
  cbSubsamplingVert: 0x55b6,
  chromaSitingHorz: 0x55b7,
  chromaSitingVert: 0x55b8,
  range: 0x55b9,
  transferCharacteristics: 0x55ba,
  primaries: 0x55bb,
  maxCll: 0x55bc,
  maxFall: 0x55bd,
  masteringMetadata: 0x55d0,
  primaryRChromaticityX: 0x55d1,
  primaryRChromaticityY: 0x55d2,
  primaryGChromaticityX: 0x55d3,
  primaryGChromaticityY: 0x55d4,
  primaryBChromaticityX: 0x55d5,
  primaryBChromaticityY: 0x55d6,
  whitePointChromaticityX: 0x55d7,
  whitePointChromaticityY: 0x55d8,
  luminanceMax: 0x55d9,
  luminanceMin: 0x55da,
  projection: 0x7670,
  projectionType: 0x7671,
  projectionPrivate: 0x7672,
  projectionPoseYaw: 0x7673,
  projectionPosePitch: 0x7674,
  projectionPoseRoll: 0x7675,
} as const

/** The reason why bytes are not the header of an element. */
export type Fault = 'malformed' | 'cut off'

/** Reads the id of an element at a position (RFC 8794, 5). `next` is the position of its size. */
export function idAt(bytes: Buffer, at: number): { id: number; next: number } | Fault {
  const length = lengthOf(bytes[at])
  if (length > MAX_ID_BYTES) return 'malformed'
  if (at + length >= bytes.length) return 'cut off'
  return { id: bytes.readUIntBE(at, length), next: at + length }
}

/**
 * Reads the size of the data of an element (RFC 8794, 6). `size` is null if all bits are set, which means
 * that the size is unknown, as in videos that browsers record. `next` is the position of the data.
 */
export function sizeAt(bytes: Buffer, at: number): { size: number | null; next: number } | Fault {
  const first = bytes[at] ?? 0
  const length = lengthOf(first)
  if (length > MAX_SIZE_BYTES) return 'malformed'
  if (at + length > bytes.length) return 'cut off'
  let size = first & (0xff >> length)
  let isUnknown = size === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { size: isUnknown ? null : size, next: at + length }
}

/**
 * Returns the length in bytes of an id or a size. It is one more than the number of leading zero bits in the
 * first byte.
 */
const lengthOf = (first = 0) => Math.clz32(first) - 23
