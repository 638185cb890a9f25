import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, it } from 'vitest'
import { createGroupCommit } from '~~/server/db/sqlite/group-commit'
import type { Call } from '../support/server/client'
import { signUp } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { startServer, type TestServer } from '../support/server/server'

let server: TestServer
let agent: Call
let artifactId: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-bench-'))
  server = await startServer({ CHECK_RESPONSES: 'off' })
  const person = await signUp(server)
  agent = await person.agent()
  artifactId = (await upload(agent, await newReview(agent, await person.project()), await pngImage(64, 64)))
    .artifactId
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function rate(count: number, run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return count / ((performance.now() - start) / 1000)
}

it('measures durable database writes and comments per second', async () => {
  const file = new Database(join(folder, 'bench.sqlite'))
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.exec('CREATE TABLE note (body text)')
  const raw = file.prepare('INSERT INTO note VALUES (?)')
  const note = sqliteTable('note', { body: text('body') })
  const write = createGroupCommit(file, drizzle(file))
  const COUNT = 2000
  const one = await rate(COUNT, async () => {
    for (let i = 0; i < COUNT; i++) raw.run('x')
  })
  const single = await rate(COUNT, async () => {
    for (let i = 0; i < COUNT; i++) await write(async tx => tx.insert(note).values({ body: 'x' }))
  })
  const crowd = await rate(COUNT * 5, () =>
    Promise.all(
      Array.from({ length: 100 }, async () => {
        for (let i = 0; i < COUNT / 20; i++) await write(async tx => tx.insert(note).values({ body: 'x' }))
      }),
    ),
  )
  file.close()
  process.stdout.write(
    `  writer: ${single.toFixed(0)} a second one by one (${(single / one).toFixed(2)} of a raw prepared ` +
      `insert), ${crowd.toFixed(0)} with 100 callers (${(crowd / one).toFixed(2)})\n`,
  )
  const notes = 600
  const overHttp = await rate(notes, () =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < notes / 20; i++)
          await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
            geometry: { x: 0.5, y: 0.5 },
            body: 'x',
          })
      }),
    ),
  )
  process.stdout.write(
    `  POST annotations: ${overHttp.toFixed(0)} a second with 20 callers, durable, from one client process\n`,
  )
}, 120_000)
