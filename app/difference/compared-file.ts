import { isLossless } from '#shared/lossless-webp'

/** Loads the file of an image. Rejects if loading fails. */
export async function loadFile(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The image could not be loaded: ${response.status}.`)
  return response.blob()
}

/** Whether the format of a file is lossless: see {@link isLossless}. */
export const isLosslessFile = (file: Blob): Promise<boolean> =>
  isLossless(file.type, {
    size: file.size,
    read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  })

/** Whether two files are the same, byte by byte. */
export async function haveSameBytes(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size || one.type !== other.type) return false
  const [left, right] = [new Uint8Array(await one.arrayBuffer()), new Uint8Array(await other.arrayBuffer())]
  return left.every((byte, at) => byte === right[at])
}
