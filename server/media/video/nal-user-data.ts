import type { VideoCodec } from 'mediabunny'

/** How a codec stores its NAL units. */
export interface NalLayout {
  /**
   * The position of the byte in the decoder configuration that states how many length bytes precede each
   * unit.
   */
  lengthAt: number
  headerBytes: number
  isSei: (firstByte: number) => boolean
  /** Returns whether a unit contains part of a frame. */
  isSlice: (firstByte: number) => boolean
  cleanConfig: (config: Buffer) => Buffer
}

export const nalLayouts: Partial<Record<VideoCodec, NalLayout>> = {
  // See ITU-T H.264, 7.3.1, and ISO/IEC 14496-15, 5.3.3.1.
  avc: {
    lengthAt: 4,
    headerBytes: 1,
    isSei: first => (first & 0x1f) === 6,
    isSlice: first => (first & 0x80) === 0 && [1, 2, 5].includes(first & 0x1f),
    cleanConfig: parameterSetsOnly,
  },
  // See ITU-T H.265, 7.3.1.2, and ISO/IEC 14496-15, 8.3.3.1.
  hevc: {
    lengthAt: 21,
    headerBytes: 2,
    isSei: first => isHevcSei((first >> 1) & 0x3f),
    isSlice: first => (first & 0x80) === 0 && first >> 1 < 22,
    cleanConfig: withoutSeiArrays,
  },
}

/**
 * The H.264 profiles whose decoder configuration also contains the chroma format, the bit depths, and
 * possibly extended parameter sets.
 */
const HIGH_PROFILES = [100, 110, 122, 144]

/** Removes all data after the parameter sets of an H.264 decoder configuration. */
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

/**
 * Returns whether an H.265 NAL unit is supplemental enhancement information (SEI): type 39 is prefix SEI,
 * type 40 suffix SEI.
 */
const isHevcSei = (type: number) => type === 39 || type === 40

/**
 * Removes the SEI units from an H.265 decoder configuration, because encoders write their settings into them.
 */
function withoutSeiArrays(config: Buffer): Buffer {
  const others: Buffer[] = []
  let at = 23
  for (let arrays = config[22] ?? 0; arrays > 0 && at + 3 <= config.length; arrays--) {
    const start = at
    at += 3
    for (let units = config.readUInt16BE(start + 1); units > 0 && at + 2 <= config.length; units--)
      at += 2 + config.readUInt16BE(at)
    if (!isHevcSei((config[start] ?? 0) & 0x3f)) others.push(config.subarray(start, at))
  }
  return Buffer.concat([config.subarray(0, 22), Buffer.from([others.length]), ...others])
}

/**
 * Removes user data from a packet of NAL units. Each unit is preceded by its length, which has `lengthBytes`
 * bytes, or by a start code if `lengthBytes` is 0. Returns a packet unchanged if it cannot be split into
 * units.
 */
export function stripNals(packet: Uint8Array, lengthBytes: number, layout: NalLayout): Uint8Array {
  const units = unitsOf(packet, lengthBytes)
  if (!units) return packet
  const clean = units.map(unit =>
    unit.length > 0 && layout.isSei(unit.readUInt8(0)) ? cleanSei(unit, layout.headerBytes) : unit,
  )
  if (clean.every((unit, i) => unit === units[i])) return packet
  return Buffer.concat(clean.filter(unit => unit !== null).map(unit => withLength(unit, lengthBytes)))
}

/**
 * Returns whether a packet contains part of a frame. Returns false if the packet cannot be split into NAL
 * units.
 */
export function hasSlice(packet: Uint8Array, lengthBytes: number, layout: NalLayout): boolean {
  const units = unitsOf(packet, lengthBytes)
  return units?.some(unit => unit.length > layout.headerBytes && layout.isSlice(unit.readUInt8(0))) ?? false
}

/** Returns the NAL units of a packet; null if it is malformed. */
function unitsOf(packet: Uint8Array, lengthBytes: number): Buffer[] | null {
  const bytes = toBuffer(packet)
  if (lengthBytes === 0) return unitsBetweenStartCodes(bytes)
  const units: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + lengthBytes > bytes.length) return null
    const end = at + lengthBytes + bytes.readUIntBE(at, lengthBytes)
    if (end > bytes.length) return null
    units.push(bytes.subarray(at + lengthBytes, end))
    at = end
  }
  return units
}

const START_CODE = Buffer.from([0, 0, 1])

/** Splits a byte stream of NAL units (ITU-T H.264, B.1). Zeros may precede a start code. */
function unitsBetweenStartCodes(bytes: Buffer): Buffer[] | null {
  const units: Buffer[] = []
  for (let start = bytes.indexOf(START_CODE); start >= 0;) {
    const next = bytes.indexOf(START_CODE, start + 3)
    let end = next < 0 ? bytes.length : next
    while (end > start + 3 && bytes[end - 1] === 0) end -= 1
    units.push(bytes.subarray(start + 3, end))
    start = next
  }
  return units.length > 0 ? units : null
}

function withLength(unit: Buffer, lengthBytes: number): Buffer {
  if (lengthBytes === 0) return Buffer.concat([Buffer.from([0]), START_CODE, unit])
  const length = Buffer.alloc(lengthBytes)
  length.writeUIntBE(unit.length, 0, lengthBytes)
  return Buffer.concat([length, unit])
}

/** The types of SEI messages in which an encoder can write arbitrary bytes (ITU-T H.264, D.1). */
const USER_DATA = [4, 5]

/**
 * Removes the messages with user data from an SEI unit. Returns the same unit if there are none. Returns null
 * if no message remains or the unit is malformed, because a video can be decoded without the unit.
 */
function cleanSei(unit: Buffer, headerBytes: number): Buffer | null {
  const payload = unescaped(unit.subarray(headerBytes))
  const messages: Buffer[] = []
  let dropped = false
  let at = 0
  // A message has at least two bytes, and the last byte of a unit is its stop bit, so fewer bytes contain no
  // message.
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
    else messages.push(payload.subarray(start, at))
  }
  if (!dropped) return unit
  if (messages.length === 0) return null
  return Buffer.concat([
    unit.subarray(0, headerBytes),
    escaped(Buffer.concat([...messages, Buffer.from([0x80])])),
  ])
}

/**
 * Removes emulation prevention bytes (ITU-T H.264, 7.4.1.1). Such a byte has the value 3 and follows two zero
 * bytes.
 */
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

/** Returns a `Buffer` that shares the memory of the source. */
export function toBuffer(source: AllowSharedBufferSource): Buffer {
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(source)
}
