import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import { DAY } from '#shared/time'
import { openSqlite } from '~~/server/db/sqlite/open'
import { startFault } from '~~/server/db/start-fault'
import type { Call } from '../../support/server/client'
import { signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { migrations, withLaterMigration } from '../../support/data/migrations'
import { pngImage } from '../../support/media/samples'
import { startServer, type TestServer } from '../../support/server/server'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'exhibit-full-'))
// Mounts a small file system that the tests can fill. The tests are skipped if mounting is not allowed.
const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).then(
  () => true,
  () => false,
)
if (!mounted) await rm(folder, { recursive: true })

let server: TestServer
let person: Person
let agent: Call
let projectId: string
let reviewId: string
let done: Awaited<ReturnType<typeof upload>>

describe.skipIf(!mounted)('a full disk', () => {
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: join(folder, 'data') }, { deployment: 'standalone' })
    person = await signUp(server)
    agent = await person.agent()
    projectId = await person.project()
    reviewId = await newReview(agent, projectId)
    done = await upload(agent, reviewId, await pngImage(640, 480))
    await fill()
  })
  afterAll(async () => {
    await server.stop()
    await run('umount', [folder])
    await rm(folder, { recursive: true })
  })

  const status = async (response: Promise<{ status: number }>) => (await response).status
  const writeSomething = () => agent('POST', '/v1/reviews', { title: 'x'.repeat(200), projectId })
  const filling = join(folder, 'filling')
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  /** Fills all free space of the disk. */
  async function fillUp() {
    const { bavail, bsize } = await statfs(folder)
    // The server may use some of the space at the same time, so this write may fail.
    await appendFile(filling, Buffer.alloc(bavail * bsize)).catch(() => {})
  }

  async function fill() {
    await fillUp()
    // The database files have free space inside even on a full disk, so this loop writes until a write fails.
    for (let tries = 0; tries < 200 && (await writeSomething()).status === 201; tries++);
  }

  it('a full disk rejects writes with a clear error', async () => {
    expect(await writeSomething()).toMatchObject({
      status: 507,
      body: { data: { error: 'insufficient_storage', hint: expect.stringContaining('no space') as string } },
    })
  })

  it('every read works on a full disk, even a read that writes to the audit log', async () => {
    await server.advance(2 * DAY)
    expect(await status(agent('GET', `/v1/reviews/${reviewId}`))).toBe(200)
    expect(await status(person.call('GET', '/api/me'))).toBe(200)
    expect(await status(fetch(done.embedUrl ?? ''))).toBe(200)
    expect(await status(fetch(`${done.embedUrl}?w=320`))).toBe(200)
    expect(await status(agent('GET', `/v1/artifacts/${done.artifactId}/download`))).toBe(200)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a full disk does not prevent the start of the server after %s',
    async signal => {
      process.kill(server.pid, signal)
      await expect.poll(() => isRunning(server.pid)).toBe(false)
      await fillUp()
      await server.restart()
      expect(await status(agent('GET', `/v1/reviews/${reviewId}`))).toBe(200)
      await fillUp()
    },
  )

  it('on a full disk, people can delete evidence and revoke tokens to free space for writes', async () => {
    const [token] = (await person.call<{ tokens: { id: string }[] }>('GET', '/api/tokens')).body.tokens
    expect(await status(person.call('DELETE', `/api/artifacts/${done.artifactId}`))).toBe(204)
    expect((await person.call<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts).toEqual([])
    expect(await status(person.call('DELETE', `/api/tokens/${token?.id}`))).toBe(204)
    await rm(filling)
    const other = await person.agent()
    expect(await status(other('POST', '/v1/reviews', { title: 'x', projectId }))).toBe(201)
  })

  it('on a full disk, a database update stops with a one-line error before it copies the file', async () => {
    process.kill(server.pid, 'SIGTERM')
    await expect.poll(() => isRunning(server.pid)).toBe(false)
    const dataDir = join(folder, 'data')
    const file = join(dataDir, 'exhibit.sqlite')
    await fillUp()
    const failure = await openSqlite(file, withLaterMigration(migrations, 'SELECT 1')).catch(
      (error: unknown) => error,
    )
    expect(startFault(failure, { dialect: 'sqlite', file }, 'DATA_DIR')?.message).toMatch(
      / DATA_DIR: .+ needs \d+ MiB of free space, and \d+ MiB are free; /,
    )
    expect((await readdir(dataDir)).filter(name => /before|copying/.test(name))).toEqual([])
  })

  it('a server start stops with a one-line error if not even the reserved disk space is left', async () => {
    const file = join(folder, 'data', 'exhibit.sqlite')
    await rm(`${file}.reserve`, { force: true })
    await fillUp()
    const failure = await openSqlite(file, migrations).catch((error: unknown) => error)
    expect(startFault(failure, { dialect: 'sqlite', file }, 'DATA_DIR')?.message).toMatch(
      / DATA_DIR: the disk of .+ is full, .+; free at least 4 MiB$/,
    )
  })
})
