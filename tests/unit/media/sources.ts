import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileSource, type ByteSource } from '~~/server/bytes/byte-source'

// The prefix must not be `exhibit-media-`, because a server under test whose clock is ahead deletes folders
// with that prefix.
const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-unit-media-'))
let count = 0

/** Returns an unused path in the folder of the test run, which is deleted at the end of the run. */
export const newPath = () => join(folder, String(count++))

/** Writes bytes to a new file and opens it. */
export async function sourceOf(data: Buffer | string): Promise<ByteSource> {
  const path = newPath()
  await writeFile(path, data)
  return fileSource(path)
}

/** Returns the same bytes as a source that has no local path. */
export function remote({ path: _, ...source }: ByteSource): ByteSource {
  return source
}

/** The path of a committed sample (`tests/support/media/samples/README.md`). */
export const samplePath = (name: string) =>
  fileURLToPath(new URL(`../../support/media/samples/${name}`, import.meta.url))

/** Returns the error with which a promise is rejected. Throws if the promise is fulfilled. */
export const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('expected a rejection')
    },
    (error: unknown) => error,
  )
