import type { TestServer } from '../server/server'

/** Returns the keys of the blobs that are stored for a revision. */
export async function blobsOf(server: TestServer, revisionId: string): Promise<string[]> {
  return (await server.blobs.list()).filter(key => key.includes(revisionId))
}
