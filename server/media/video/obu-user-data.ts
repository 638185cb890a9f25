const OBU_METADATA = 5
const OBU_PADDING = 15
/**
 * Returns whether an encoder can write arbitrary bytes in an AV1 metadata unit of this type: ITU-T T.35, and
 * the types that the standard reserves for users (AV1, 6.7.1).
 */
const isUserMetadata = (type: number) => type === 4 || (type >= 6 && type <= 31)

/**
 * Removes padding and user metadata from an AV1 packet, which is one temporal unit (AV1, 5.3). Returns a
 * malformed packet unchanged.
 */
export function stripObus(packet: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at < packet.length;) {
    const start = at
    const header = packet[at] ?? 0
    at += header & 4 ? 2 : 1
    // A unit without a size extends to the end of the packet, so only the last unit may omit its size.
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

/**
 * Reads a number of variable length (AV1, 4.10.5). Returns the number and the position after it; null if it
 * is invalid.
 */
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
