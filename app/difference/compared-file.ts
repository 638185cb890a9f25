import { isLosslessWebp } from '#shared/lossless-webp'

/** Loads the file of an image. Rejects if loading fails. */
export async function loadFile(address: string): Promise<Blob> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The image could not be loaded: ${response.status}.`)
  return response.blob()
}

/** Whether the format of a file is lossless: PNG, GIF and lossless WebP. */
export async function isLossless(file: Blob): Promise<boolean> {
  if (file.type !== 'image/webp') return file.type === 'image/png' || file.type === 'image/gif'
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer())
  return isLosslessWebp({ size: file.size, read })
}

/** Whether two files are the same, byte by byte. */
export async function haveSameBytes(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size || one.type !== other.type) return false
  const [left, right] = [new Uint8Array(await one.arrayBuffer()), new Uint8Array(await other.arrayBuffer())]
  return left.every((byte, at) => byte === right[at])
}
