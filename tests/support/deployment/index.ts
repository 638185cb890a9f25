import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DeploymentKind } from './kind'
import { createDatabase, dropDatabase } from './postgres'
import { s3Credentials, startS3, type TestS3 } from './s3'
import { blobsInFolder, type StoredBlobs } from './stored-blobs'

/** The storage of a server under test. */
export interface Deployment {
  nodes: number
  settings: Record<string, string>
  /** The URL of the server's PostgreSQL database; null on SQLite. */
  databaseUrl: string | null
  blobs: StoredBlobs
  /** Deletes the data that is stored outside of the data folder. */
  remove: () => Promise<void>
}

/** The secret that all nodes of a cluster must have. */
const AUTH_SECRET = 'a secret that all nodes of a test share'

/** Creates the storage of a server, with names that are derived from the data folder. */
export async function createDeployment(dataDir: string, kind: DeploymentKind): Promise<Deployment> {
  if (kind === 'standalone')
    return {
      nodes: 1,
      settings: {},
      databaseUrl: null,
      blobs: blobsInFolder(join(dataDir, 'blobs'), join(dataDir, 'blobs/.temporary')),
      remove: async () => {},
    }
  const administration = process.env.TEST_POSTGRES
  if (!administration)
    throw new Error('TEST_POSTGRES is not set: tests/support/server/test-folder.ts sets it')
  const databaseUrl = await createDatabase(administration)
  const s3 = await sharedS3()
  const prefix = basename(dataDir)
  return {
    nodes: kind === 'two-nodes' ? 2 : 1,
    settings: { DATABASE_URL: databaseUrl, AUTH_SECRET, BLOB_URL: s3.address(prefix), ...s3Credentials },
    databaseUrl,
    blobs: s3.blobs(prefix),
    async remove() {
      await dropDatabase(administration, databaseUrl)
      await rm(s3.folderOf(prefix), { recursive: true, force: true })
    },
  }
}

let shared: Promise<TestS3> | undefined

/** The S3 server for all servers that this worker starts. It ends with the worker. */
const sharedS3 = () => (shared ??= startS3())
