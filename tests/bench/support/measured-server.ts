import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Call } from '../../support/server/client'
import { signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { startServer, type TestServer } from '../../support/server/server'
import { pinServer } from './load'

/** A server under measurement, with a person and an agent of this person. */
export interface MeasuredServer {
  server: TestServer
  person: Person
  agent: Call
  projectId: string
  /** The headers that authenticate the agent. */
  headers: { authorization: string }
  /** A temporary folder for the files of the reference servers. */
  folder: string
  /** The file of the server's database. */
  database: string
  /** Stops the server and starts it again with changed settings. */
  restart: (changed?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** Starts the built server on SQLite and a folder, as it is run in production. */
export async function startMeasuredServer(settings: Record<string, string> = {}): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-bench-'))
  const server = await startServer({ CHECK_RESPONSES: 'off', ...settings }, { deployment: 'standalone' })
  pinServer(server.pid)
  const person = await signUp(server)
  const agent = await person.agent()
  return {
    server,
    person,
    agent,
    projectId: await person.project(),
    headers: { authorization: `Bearer ${await person.token()}` },
    folder,
    database: join(server.dataDir, 'exhibit.sqlite'),
    async restart(changed) {
      await server.restart(changed)
      pinServer(server.pid)
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A media link and a local file that have the same bytes. */
export interface EqualFile {
  /** The URL of the media link. */
  url: string
  /** The name of the file in `folder`, which the reference servers serve. */
  name: string
  bytes: number
}

/**
 * Creates media links to files of exactly these sizes, and identical files for the reference servers. For
 * this purpose, it uploads pictures and replaces their blobs. Then it restarts the server, whose caches are
 * empty after that.
 */
export async function equalFiles(measured: MeasuredServer, sizes: readonly number[]): Promise<EqualFile[]> {
  const { server, agent, projectId, folder } = measured
  const png = await pngImage(64, 48)
  const reviewId = await newReview(agent, projectId, 'Files')
  const files: EqualFile[] = []
  const database = new Database(measured.database)
  for (const bytes of sizes) {
    const { revisionId, embedUrl } = await upload(agent, reviewId, png)
    if (!embedUrl) throw new Error('the upload has no media link')
    const data = randomBytes(bytes)
    const row = database.prepare('SELECT embed_key FROM revision WHERE id = ?').get(revisionId)
    const { embed_key: key } = row as { embed_key: string }
    await writeFile(join(server.dataDir, 'blobs', key), data)
    database.prepare('UPDATE revision SET embed_bytes = ? WHERE id = ?').run(bytes, revisionId)
    const name = `${bytes}.bin`
    await writeFile(join(folder, name), data)
    files.push({ url: embedUrl, name, bytes })
  }
  database.close()
  await measured.restart()
  return files
}
