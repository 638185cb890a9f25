import type { VideoCodec } from 'mediabunny'

/** Removes from a packet what players never show. The result may be empty. */
export type Strip = (packet: Uint8Array) => Uint8Array
interface Stripped {
  config: VideoDecoderConfig
  strip: Strip
}

/**
 * What removes user data from a video track's packets and from its decoder configuration: SEI messages of
 * registered and unregistered user data (H.264 and H.265), ITU-T T.35 metadata and padding (AV1). VP8 and VP9
 * have no place for it.
 */
export function stripUserData(codec: VideoCodec, config: VideoDecoderConfig): Stripped {
  if (codec === 'av1') return { config, strip: stripObus }
  const layout = layouts[codec]
  const { description } = config
  if (!layout || !description) return { config, strip: packet => packet }
  const bytes = bytesOf(description)
  const lengthBytes = ((bytes[layout.lengthAt] ?? 3) & 3) + 1
  return {
    config: { ...config, description: layout.cleanConfig(bytes) },
    strip: packet => stripNals(packet, lengthBytes, layout),
  }
}

function bytesOf(source: AllowSharedBufferSource): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source)
}

/** How a codec frames its NAL units. */
interface Layout {
  /** Position of the length size in the decoder configuration. */
  lengthAt: number
  headerBytes: number
  isSei: (firstByte: number) => boolean
  cleanConfig: (config: Buffer) => Buffer
}

const layouts: Partial<Record<VideoCodec, Layout>> = {
  // ITU-T H.264, 7.3.1; ISO/IEC 14496-15, 5.3.3.1.
  avc: { lengthAt: 4, headerBytes: 1, isSei: first => (first & 0x1f) === 6, cleanConfig: parameterSetsOnly },
  // ITU-T H.265, 7.3.1.2; ISO/IEC 14496-15, 8.3.3.1.
  hevc: {
    lengthAt: 21,
    headerBytes: 2,
    isSei: first => isHevcSei((first >> 1) & 0x3f),
    cleanConfig: withoutSeiArrays,
  },
}

/** Profiles whose configuration states chroma format and bit depths, and may hold extended parameter sets. */
const HIGH_PROFILES = [100, 110, 122, 144]

/** An H.264 decoder configuration that ends with its parameter sets. */
function parameterSetsOnly(config: Buffer): Buffer {
  const afterSets = (at: number, count: number) => {
    for (; count > 0 && at + 2 <= config.length; count--) at += 2 + config.readUInt16BE(at)
    return at
  }
  const pictures = afterSets(6, (config[5] ?? 0) & 0x1f)
  const end = afterSets(pictures + 1, config[pictures] ?? 0)
  return config.subarray(
    0,
    HIGH_PROFILES.includes(config[1] ?? 0) ? afterSets(end + 4, config[end + 3] ?? 0) : end,
  )
}

/** Prefix and suffix SEI. */
const isHevcSei = (type: number) => type === 39 || type === 40

/** An H.265 decoder configuration without its arrays of SEI units: encoders write their settings there. */
function withoutSeiArrays(config: Buffer): Buffer {
  const kept: Buffer[] = []
  let at = 23
  for (let arrays = config[22] ?? 0; arrays > 0 && at + 3 <= config.length; arrays--) {
    const start = at
    at += 3
    for (let units = config.readUInt16BE(start + 1); units > 0 && at + 2 <= config.length; units--)
      at += 2 + config.readUInt16BE(at)
    if (!isHevcSei((config[start] ?? 0) & 0x3f)) kept.push(config.subarray(start, at))
  }
  return Buffer.concat([config.subarray(0, 22), Buffer.from([kept.length]), ...kept])
}

/**
 * A packet of NAL units, each behind its length, without user data. What is not framed so is returned as it
 * is.
 */
function stripNals(packet: Uint8Array, lengthBytes: number, layout: Layout): Uint8Array {
  const bytes = bytesOf(packet)
  const parts: Buffer[] = []
  let changed = false
  for (let at = 0; at < bytes.length;) {
    if (at + lengthBytes > bytes.length) return packet
    const end = at + lengthBytes + bytes.readUIntBE(at, lengthBytes)
    if (end > bytes.length) return packet
    const unit = bytes.subarray(at + lengthBytes, end)
    const clean =
      unit.length > 0 && layout.isSei(unit.readUInt8(0)) ? cleanSei(unit, layout.headerBytes) : unit
    if (clean === unit) {
      parts.push(bytes.subarray(at, end))
    } else {
      changed = true
      if (clean) parts.push(withLength(clean, lengthBytes))
    }
    at = end
  }
  return changed ? Buffer.concat(parts) : packet
}

function withLength(unit: Buffer, lengthBytes: number): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUIntBE(unit.length, 0, lengthBytes)
  return Buffer.concat([length, unit])
}

/** Types of SEI messages that carry bytes of the encoder's choice (ITU-T H.264, D.1). */
const USER_DATA = [4, 5]

/**
 * An SEI unit without its messages of user data: the unit itself where it has none, null where nothing is
 * left. One that is not well formed is dropped as a whole; decoding does not need it.
 */
function cleanSei(unit: Buffer, headerBytes: number): Buffer | null {
  const payload = unescaped(unit.subarray(headerBytes))
  const kept: Buffer[] = []
  let dropped = false
  let at = 0
  // A message has at least two bytes; the last byte of a unit is its stop bit.
  while (at + 2 < payload.length) {
    const start = at
    const numbers = [0, 0]
    for (const i of [0, 1]) {
      while (payload[at] === 0xff) {
        numbers[i] = (numbers[i] ?? 0) + 255
        at += 1
      }
      numbers[i] = (numbers[i] ?? 0) + (payload[at] ?? 0)
      at += 1
    }
    at += numbers[1] ?? 0
    if (at >= payload.length) return null
    if (USER_DATA.includes(numbers[0] ?? 0)) dropped = true
    else kept.push(payload.subarray(start, at))
  }
  if (!dropped) return unit
  if (kept.length === 0) return null
  return Buffer.concat([
    unit.subarray(0, headerBytes),
    escaped(Buffer.concat([...kept, Buffer.from([0x80])])),
  ])
}

/** Bytes without emulation prevention: the 3 of 00 00 03 (ITU-T H.264, 7.4.1.1). */
function unescaped(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0)),
  )
}

function escaped(bytes: Buffer): Buffer {
  const result: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && result.at(-1) === 0 && result.at(-2) === 0) result.push(3)
    result.push(byte)
  }
  return Buffer.from(result)
}

const OBU_METADATA = 5
const OBU_PADDING = 15
/**
 * Metadata types of AV1 that carry bytes of the encoder's choice: ITU-T T.35, and those left to users (AV1,
 * 6.7.1).
 */
const isUserMetadata = (type: number) => type === 4 || (type >= 6 && type <= 31)

/**
 * A temporal unit of AV1 without padding and user metadata (AV1, 5.3). What is not framed so is returned as
 * it is.
 */
function stripObus(packet: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < packet.length;) {
    const start = at
    const header = packet[at] ?? 0
    at += header & 4 ? 2 : 1
    // Only the last unit may leave its size out.
    const size = header & 2 ? leb128(packet, at) : { value: packet.length - at, end: at }
    if (!size || size.end + size.value > packet.length) return packet
    at = size.end + size.value
    const type = (header >> 3) & 0xf
    const metadata = type === OBU_METADATA ? leb128(packet, size.end) : null
    if (type !== OBU_PADDING && !(metadata && isUserMetadata(metadata.value)))
      parts.push(packet.subarray(start, at))
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length === packet.length ? packet : Buffer.concat(parts)
}

/** A variable-length number (AV1, 4.10.5) and where it ends. */
function leb128(bytes: Uint8Array, from: number): { value: number; end: number } | null {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes[from + i]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (!(byte & 0x80)) return { value, end: from + i + 1 }
  }
  return null
}
