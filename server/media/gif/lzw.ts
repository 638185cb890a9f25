const MAX_CODES = 4096

/**
 * Returns the LZW data of a GIF image (GIF89a, appendix F) without the data that is never shown: everything
 * after the end code, or after the last pixel. Clears the unused bits of the last byte. Returns the data
 * unchanged if it ends before the last pixel, and null for invalid codes.
 */
export function cutLzw(data: Buffer, minimumCodeSize: number, pixels: number): Buffer | null {
  if (minimumCodeSize < 1 || minimumCodeSize > 11) return null
  const clear = 1 << minimumCodeSize
  const end = clear + 1
  /** The number of pixels that each code of the dictionary represents. */
  const lengths = new Uint32Array(MAX_CODES).fill(1, 0, clear)
  let size = minimumCodeSize + 1
  let next = end + 1
  let previous = -1
  let drawn = 0
  let bit = 0
  while (drawn < pixels) {
    if (bit + size > data.length * 8) return data
    const code = codeAt(data, bit, size)
    if (code === end) break
    bit += size
    if (code === clear) {
      size = minimumCodeSize + 1
      next = end + 1
      previous = -1
      continue
    }
    if (code > next || (code === next && previous === -1) || (previous === -1 && code > end)) return null
    if (previous !== -1 && next < MAX_CODES) {
      lengths[next] = (lengths[previous] ?? 0) + 1
      next += 1
    }
    drawn += lengths[code] ?? 0
    previous = code
    // A code has at most 12 bits, even when the dictionary is full.
    if (next === 1 << size && size < 12) size += 1
  }
  return withCode(data, bit, size, end)
}

/** Reads the code that begins at a bit position. The least significant bit is first. */
function codeAt(data: Buffer, bit: number, size: number): number {
  const at = bit >> 3
  const bytes = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16)
  return (bytes >> (bit & 7)) & ((1 << size) - 1)
}

/**
 * Returns the data before a bit position, followed by one more code and by zero bits that complete the last
 * byte.
 */
function withCode(data: Buffer, bit: number, size: number, code: number): Buffer {
  const result = Buffer.alloc(Math.ceil((bit + size) / 8))
  data.copy(result, 0, 0, Math.ceil(bit / 8))
  const at = bit >> 3
  const shift = bit & 7
  const bits = ((result[at] ?? 0) & ((1 << shift) - 1)) | (code << shift)
  for (let i = 0; at + i < result.length; i++) result[at + i] = (bits >> (8 * i)) & 0xff
  return result
}
