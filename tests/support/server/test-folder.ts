import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploymentOfRun } from '../deployment/kind'

/**
 * Creates the folder for the data of all servers of a test run, and starts a PostgreSQL server if the run
 * needs one. Returns a function that deletes the folder and stops this server.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-run-'))
  process.env.TEST_FOLDER = folder
  // Imports the module only if it is needed, because the import changes how the process ends.
  const { startPostgres } =
    deploymentOfRun() === 'standalone'
      ? { startPostgres: null }
      : await import('../deployment/postgres-server')
  const postgres = (await startPostgres?.()) ?? null
  if (postgres) process.env.TEST_POSTGRES = postgres.url
  return async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
