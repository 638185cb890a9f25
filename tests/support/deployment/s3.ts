import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { completeS3rver } from './s3-store'
import { blobsInFolder, type StoredBlobs } from './stored-blobs'

/** The only credentials that s3rver accepts. It does not check signatures. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** Suffixes of the files that s3rver stores for an object. */
const suffixes = ['._S3rver_object', '._S3rver_object.md5', '._S3rver_metadata.json'] as const

const BUCKET = 'exhibit-test'

/** An S3 server with one bucket in this process. It stores files in its own folder. */
export interface TestS3 {
  endpoint: string
  bucket: string
  /** Returns the BLOB_URL for a prefix in the bucket of the server. */
  address: (prefix?: string) => string
  /** Lists the keys of all objects. */
  objects: () => Promise<string[]>
  /** Lists the ids of the unfinished multipart uploads. */
  uploads: () => Promise<string[]>
  /** Returns the path of the file of an object. */
  fileOf: (objectKey: string) => string
  /** Returns the path of the folder of the objects with a prefix. */
  folderOf: (prefix: string) => string
  /** Returns the objects with a prefix. */
  blobs: (prefix: string) => StoredBlobs
  /** Ends the server and its connections. The objects remain. */
  pause: () => Promise<void>
  /** Starts the server again at the same address. */
  resume: () => Promise<void>
  /** Ends the server and deletes its objects. */
  stop: () => Promise<void>
}

export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-s3-'))
  let server = await run(folder, 0)
  const address = server.httpServer.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const { port } = address
  const endpoint = `http://127.0.0.1:${port}`
  const inBucket = join(folder, BUCKET)
  const incoming = join(inBucket, '._S3rver_incoming')
  const pause = async () => {
    server.httpServer.closeAllConnections()
    await server.close()
  }
  return {
    endpoint,
    bucket: BUCKET,
    address: (prefix = '') => `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
    async objects() {
      const names = await readdir(inBucket, { recursive: true })
      return names.flatMap(name => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []).sort()
    },
    uploads: () => readdir(join(inBucket, '._S3rver_uploads')).catch(() => []),
    fileOf: key => join(inBucket, `${key}._S3rver_object`),
    folderOf: prefix => join(inBucket, prefix),
    blobs: prefix => blobsInFolder(join(inBucket, prefix), incoming, suffixes),
    pause,
    async resume() {
      server = await run(folder, port)
    },
    async stop() {
      await pause().catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function run(directory: string, port: number): Promise<S3rver> {
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  completeS3rver(server)
  await server.run()
  // Node.js closes an idle connection after 5 s, just when a busy process may send its next request. The body
  // of an upload cannot be sent again, so that request would fail. Real object stores keep idle connections
  // open longer.
  server.httpServer.keepAliveTimeout = 75_000
  return server
}
