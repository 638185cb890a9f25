/** Bytes that can be read at any position: a file on the server, or a Blob in a browser. */
interface Bytes {
  size: number
  /** Reads the bytes from `start` up to but not including `end`. */
  read: (start: number, end: number) => Promise<Uint8Array>
}

/**
 * Returns whether the format of an image stores pixels without loss: PNG, GIF and lossless WebP. AVIF counts
 * as lossy, because only its frames state whether they are lossless.
 */
export const isLossless = async (mime: string, file: Bytes): Promise<boolean> =>
  mime === 'image/png' || mime === 'image/gif' || (mime === 'image/webp' && (await isLosslessWebp(file)))

/** Returns whether a WebP file is lossless, which means that its first image chunk is VP8L (RFC 9649). */
export async function isLosslessWebp({ size, read }: Bytes): Promise<boolean> {
  for (let at = 12; at + 8 < size;) {
    const head = await read(at, at + 8)
    const chunk = String.fromCharCode(...head.subarray(0, 4))
    if (chunk === 'VP8L') return true
    if (chunk === 'VP8 ') return false
    const length = new DataView(head.buffer, head.byteOffset).getUint32(4, true)
    // In an `ANMF` chunk, the chunks of the animation frame begin after 16 bytes, so only these bytes are
    // skipped.
    at += 8 + (chunk === 'ANMF' ? 16 : length + (length % 2))
  }
  return false
}
