import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { DeclarationResult, CompletionResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import type { ApiResponse, Call, Failure } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { timeLimit } from '../../support/time-limit'
import { serverEntry } from '../../support/paths'
import { noise, pngImage, sample } from '../../support/media/samples'
import { isRunning, mediaProcesses, memoryOf } from '../../support/server/processes'
import { startServer, type TestServer } from '../../support/server/server'
import { blobsOf } from '../../support/data/blobs-of'

/** Returns the modules outside of the build that a file imports, directly or through its imports. */
function loadedBy(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const names = Array.from(
    readFileSync(path, 'utf8').matchAll(
      /(?:^|;)\s*import (?:[^'"]* from )?'([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
    ([, first, second]) => first ?? second ?? '',
  )
  return names.flatMap(name => (name.startsWith('.') ? loadedBy(join(dirname(path), name), seen) : name))
}

it('a media process loads no code for the database, for connections or for settings', () => {
  const loaded = new Set(loadedBy(join(dirname(serverEntry), 'media-process.mjs')))
  expect([...loaded].sort()).toEqual([
    'file-type',
    'mediabunny',
    'node:fs',
    'node:fs/promises',
    'node:process',
    'node:stream',
    'node:worker_threads',
    'node:zlib',
    'pixelmatch',
    'sharp',
  ])
})

let server: TestServer
let agent: Call
let reviewId: string
/**
 * A JPEG of 4 MiB for which a media process needs several seconds, because only one of its last attempts to
 * encode the derivative is small enough.
 */
let large: Buffer
/**
 * A JPEG for which a media process needs about a second: long enough to kill the process during this time,
 * and short enough to repeat the test.
 */
let medium: Buffer

/** Starts a server, and makes the functions below use it. */
async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer(env, { deployment: 'standalone' })
  const person = await signUp(server)
  agent = await person.agent()
  reviewId = await newReview(agent, await person.project())
}

beforeAll(async () => {
  await start()
  large = await noise(5000, 4500).jpeg({ quality: 30 }).toBuffer()
  medium = await noise(2800, 2500).jpeg({ quality: 60 }).toBuffer()
})
afterAll(() => server.stop())

async function declared(data: Buffer, more: Record<string, unknown> = {}): Promise<DeclarationResult> {
  const { body } = await declareUpload(agent, reviewId, { bytes: data.length, ...more })
  expect((await put(body.uploadUrl, data)).status).toBe(200)
  return body
}

const complete = <T = Failure>({ artifactId, revisionId }: DeclarationResult): Promise<ApiResponse<T>> =>
  agent<T>('POST', `/v1/artifacts/${artifactId}/complete`, { revisionId })

/** Waits until the server has media processes, and returns their ids. */
async function startedProcesses(): Promise<number[]> {
  await expect.poll(() => mediaProcesses(server.pid), { interval: 20 }).not.toEqual([])
  return mediaProcesses(server.pid)
}

/** Requests the server's health repeatedly until a promise settles. */
async function healthDuring<T>(work: Promise<T>): Promise<T> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  while (!done) expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  return ended
}

async function damaged(name: 'plain.mp4' | 'browser.webm'): Promise<Buffer> {
  const file = await readFile(sample(name))
  if (name === 'browser.webm') return Buffer.concat([file, Buffer.alloc(64)])
  file.writeUInt32BE(0x7fffffff, file.indexOf('stts') + 12)
  return file
}

describe('a recording that once crashed the server', () => {
  it.each([
    ['browser.webm', 'video/webm'],
    ['plain.mp4', 'video/mp4'],
  ] as const)(
    'the recording %s, which once crashed the server, is rejected at each upload',
    async (name, mime) => {
      const file = await damaged(name)
      for (let time = 0; time < 2; time++) {
        const target = await declared(file, { kind: 'video', mime })
        expect(await healthDuring(complete(target))).toMatchObject({
          status: 422,
          body: { data: { error: 'invalid_request', field: 'mime' } },
        })
        expect(await blobsOf(server, target.revisionId)).toEqual([])
        expect(await complete(target)).toMatchObject({ status: 404 })
      }
    },
  )
})

describe('a picture that exceeds the time limit', () => {
  let restore: () => void
  beforeAll(async () => {
    const before = [server, agent, reviewId] as const
    restore = () => ([server, agent, reviewId] = before)
    // The limit is higher on a busy machine, which needs longer to start a process.
    await start({ MEDIA_SECONDS: String(Math.min(5, Math.ceil(timeLimit(1)))) })
  })
  afterAll(async () => {
    await server.stop()
    restore()
  })

  it('a picture that exceeds the time limit is rejected, and other requests are not disturbed', async () => {
    const target = await declared(large, { mime: 'image/jpeg' })
    const refused = await healthDuring(complete(target))
    expect(refused).toMatchObject({
      status: 422,
      body: { data: { field: 'mime', message: expect.stringContaining('more time or memory') } },
    })
    expect(await blobsOf(server, target.revisionId)).toEqual([])
    await expect.poll(() => server.log()).toContain('a media process ended in the middle of a job')
    const small = await pngImage(40, 30)
    expect((await upload(agent, reviewId, small)).status).toBe('ready')
  })

  it.runIf(process.platform === 'linux')(
    'a picture that exceeds the time limit is rejected even if its media process is paused',
    async () => {
      const target = await declared(large, { mime: 'image/jpeg' })
      const completion = complete(target)
      for (const pid of await startedProcesses()) process.kill(pid, 'SIGSTOP')
      expect(await healthDuring(completion)).toMatchObject({
        status: 422,
        body: { data: { message: expect.stringContaining('more time or memory') } },
      })
      expect(await blobsOf(server, target.revisionId)).toEqual([])
    },
  )
})

describe.runIf(process.platform === 'linux')('a media process', () => {
  it('a media process that is killed from outside is replaced, and its job is run again', async () => {
    const target = await declared(medium, { mime: 'image/jpeg' })
    const completion = complete<CompletionResult>(target)
    for (const pid of await startedProcesses()) process.kill(pid, 'SIGKILL')
    expect(await healthDuring(completion)).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('on SIGTERM, a media process ends together with the server and does not delay its exit', async () => {
    await upload(agent, reviewId, await pngImage(40, 30))
    const processes = mediaProcesses(server.pid)
    expect(processes.length).toBeGreaterThan(0)
    await server.restart()
    await expect.poll(() => processes.some(isRunning)).toBe(false)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a media process ends when %s ends the server during its job, and the job can be repeated',
    async signal => {
      const target = await declared(medium, { mime: 'image/jpeg' })
      complete(target).catch(() => {})
      const processes = await startedProcesses()
      if (signal === 'SIGKILL') await server.kill()
      await server.restart()
      await expect.poll(() => processes.some(isRunning)).toBe(false)
      expect(await complete<CompletionResult>(target)).toMatchObject({ status: 200 })
    },
  )

  it('the environment of a media process contains no secret of the server', async () => {
    await upload(agent, reviewId, await pngImage(40, 30))
    const [pid] = mediaProcesses(server.pid)
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toMatch(/AUTH_SECRET|DATA_DIR|STRIPE|SMTP|DATABASE/)
  })

  it('four large interlaced 16-bit PNGs at the same time need less than 400 MiB of memory', async () => {
    const png = await pngImage(8, 8)
    png.writeUInt32BE(10_000, 16)
    png.writeUInt32BE(10_000, 20)
    png.writeUInt8(16, 24)
    png.writeUInt8(1, 28)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    const targets = await Promise.all([1, 2, 3, 4].map(() => declared(png)))
    const before = memoryOf(server.pid)
    let most = 0
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(server.pid))
    }, 20)
    onTestFinished(() => clearInterval(sampling))
    for (const { status, body } of await Promise.all(targets.map(target => complete(target))))
      expect([status, body.data.message]).toEqual([422, expect.stringContaining('MB to decode')])
    expect(Math.max(most, memoryOf(server.pid)) - before).toBeLessThan(400)
  })
})

describe('a poster that is sent late', () => {
  const posterOf = async (id: string) =>
    (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.find(each => each.id === id)
      ?.currentRevision?.posterUrl

  async function video(): Promise<DeclarationResult> {
    return declared(await readFile(sample('plain.mp4')), {
      kind: 'video',
      mime: 'video/mp4',
      poster: { mime: 'image/png', bytes: still.length },
    })
  }
  let still: Buffer
  beforeAll(async () => {
    still = await pngImage(64, 40)
  })

  it('a poster that is sent after its upload was completed is refused, and changes nothing', async () => {
    const target = await video()
    const first = await complete<CompletionResult>(target)
    expect(first.body.posterUrl).toBeNull()
    const late = await put(target.poster?.uploadUrl ?? '', still)
    expect([late.status, await late.json()]).toEqual([
      409,
      expect.objectContaining({ error: 'already_used' }),
    ])
    expect(await posterOf(target.artifactId)).toBeNull()
    expect((await blobsOf(server, target.revisionId)).filter(path => path.includes('/poster'))).toEqual([])
    expect((await complete<CompletionResult>(target)).body.posterUrl).toBeNull()
  })

  it('a poster that arrives while its upload is being completed is shown only when verified', async () => {
    for (let time = 0; time < 8; time++) {
      const target = await video()
      const pause = new Promise(resolve => setTimeout(resolve, time * 8))
      const [done, sent] = await Promise.all([
        complete<CompletionResult>(target),
        pause.then(() => put(target.poster?.uploadUrl ?? '', still)),
      ])
      expect(done.status).toBe(200)
      expect([200, 409]).toContain(sent.status)
      const posterUrl = await posterOf(target.artifactId)
      expect(posterUrl === null).toBe(sent.status === 409)
      expect(done.body.posterUrl).toBe(posterUrl)
      if (posterUrl) expect((await fetch(posterUrl)).headers.get('content-type')).toBe('image/jpeg')
    }
  })

  it('if an invalid poster arrives during a completion, the upload or the poster is refused', async () => {
    const junk = Buffer.alloc(still.length, 7)
    for (let time = 0; time < 8; time++) {
      const target = await video()
      const pause = new Promise(resolve => setTimeout(resolve, time * 8))
      const [done, sent] = await Promise.all([
        complete(target),
        pause.then(() => put(target.poster?.uploadUrl ?? '', junk)),
      ])
      if (sent.status === 200)
        expect(done).toMatchObject({ status: 422, body: { data: { field: 'poster.mime' } } })
      else expect([done.status, await posterOf(target.artifactId)]).toEqual([200, null])
    }
  })
})
