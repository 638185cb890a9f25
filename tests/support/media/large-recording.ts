import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sample } from './samples'

/** Creates a recording of this many bytes that is decoded quickly, because most of it is a free-space box. */
export async function largeRecording(folder: string, bytes: number): Promise<string> {
  const path = join(folder, `${bytes}.mp4`)
  const film = await readFile(sample('plain.mp4'))
  const free = Buffer.alloc(8)
  free.writeUInt32BE(bytes - film.length, 0)
  free.write('free', 4, 'latin1')
  await writeFile(path, Buffer.concat([film, free]))
  await truncate(path, bytes)
  return path
}
