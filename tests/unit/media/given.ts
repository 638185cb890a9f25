import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { fileSource, type ByteSource } from '~~/server/media/source'

const folder = await mkdtemp(join(tmpdir(), 'exhibit-media-'))
let count = 0
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A path nothing lies at, in a folder that goes away after the tests. */
export const newPath = () => join(folder, String(count++))

/** Bytes in a file of their own. */
export async function given(data: Buffer | string): Promise<ByteSource> {
  const path = newPath()
  await writeFile(path, data)
  return fileSource(path)
}

/** The same bytes from somewhere that is no local file. */
export function remote({ path: _, ...source }: ByteSource): ByteSource {
  return source
}

/** The path of a committed sample (`tests/support/samples/README.md`). */
export const samplePath = (name: string) =>
  fileURLToPath(new URL(`../../support/samples/${name}`, import.meta.url))

/** What a promise was rejected with. */
export const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('nothing was refused')
    },
    (error: unknown) => error,
  )
