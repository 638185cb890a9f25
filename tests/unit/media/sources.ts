import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileSource, type ByteSource } from '~~/server/bytes/byte-source'

// The prefix is not `exhibit-media-`: a server under test whose clock is ahead sweeps folders of that prefix.
const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-unit-media-'))
let count = 0

/** An unused path in the folder of the run, which is removed at its end. */
export const newPath = () => join(folder, String(count++))

/** Writes bytes to a new file and opens it. */
export async function sourceOf(data: Buffer | string): Promise<ByteSource> {
  const path = newPath()
  await writeFile(path, data)
  return fileSource(path)
}

/** The same bytes without a local path. */
export function remote({ path: _, ...source }: ByteSource): ByteSource {
  return source
}

/** The path of a committed sample (`tests/support/media/samples/README.md`). */
export const samplePath = (name: string) =>
  fileURLToPath(new URL(`../../support/media/samples/${name}`, import.meta.url))

/** The error that a promise was rejected with. */
export const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a rejection')
    },
    (error: unknown) => error,
  )
