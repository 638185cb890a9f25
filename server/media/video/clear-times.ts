import { open, type FileHandle } from 'node:fs/promises'
import { boxesOf } from './mp4-boxes'

/** The boxes that contain the headers of the movie and of its tracks. */
const around = new Set(['moov', 'trak', 'mdia'])
/**
 * The headers that begin with the times of creation and of modification (ISO/IEC 14496-12, 8.2.2, 8.3.2,
 * 8.4.2).
 */
const headers = new Set(['mvhd', 'tkhd', 'mdhd'])

/**
 * Sets the times of creation and modification in an MP4 file to zero, which means that they are not known.
 * The muxer writes the current time, so that equal videos would have different bytes.
 */
export async function clearTimes(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await clearIn(file, 0, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

async function clearIn(file: FileHandle, start: number, end: number): Promise<void> {
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
  for await (const box of boxesOf(read, start, end)) {
    if (around.has(box.type)) await clearIn(file, box.data, box.end)
    if (!headers.has(box.type)) continue
    const version = (await read(box.data, 1)).readUInt8()
    const times = Buffer.alloc(version === 0 ? 8 : 16)
    await file.write(times, 0, times.length, box.data + 4)
  }
}
