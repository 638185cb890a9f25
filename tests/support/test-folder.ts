import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates the folder for the data of all servers of a run. Returns the function that deletes it. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-run-'))
  process.env.TEST_FOLDER = folder
  return () => rm(folder, { recursive: true, force: true })
}
