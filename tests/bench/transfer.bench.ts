import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, it } from 'vitest'
import { caller, type Call } from '../support/server/client'
import { signUp } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { declareUpload } from '../support/reviews/uploads'
import { sample } from '../support/media/samples'
import { startServer, type TestServer } from '../support/server/server'
import { memoryOf, observed } from './support/process-state'
import { printLine } from './support/rows'

const MiB = 1024 * 1024
const SIZE = 500 * MiB

let server: TestServer
let token: string
let agent: Call
let reviewId: string
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-bench-'))
  server = await startServer()
  const person = await signUp(server)
  token = await person.token()
  agent = caller(server, { authorization: `Bearer ${token}` })
  reviewId = await newReview(agent, await person.project())
  // Appends a free-space box to a short recording: the file has 500 MiB, but is decoded quickly.
  file = join(folder, 'large.mp4')
  const film = await readFile(sample('plain.mp4'))
  const free = Buffer.alloc(8)
  free.writeUInt32BE(SIZE - film.length, 0)
  free.write('free', 4, 'latin1')
  await writeFile(file, Buffer.concat([film, free]))
  await truncate(file, SIZE)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Runs a transfer. Returns its duration in seconds, and by how many bytes the server's memory grew at most.
 */
async function measured(
  pid: number,
  run: () => Promise<unknown>,
): Promise<{ seconds: number; growth: number }> {
  const before = await memoryOf(pid)
  const { seconds, peak } = await observed(pid, run)
  return { seconds, growth: peak - before }
}

/** Streams the file to a URL, so that the memory of this process stays small. */
function send(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'PUT', headers: { 'content-length': SIZE } }, response => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(String(response.statusCode))),
      )
    })
    pipeline(createReadStream(file, { highWaterMark: MiB }), outgoing).catch(reject)
  })
}

function receive(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, async response => {
      let bytes = 0
      for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length
      resolve(bytes)
    })
      .on('error', reject)
      .end()
  })
}

/**
 * Measures the reference, a plain Node server that pipes the body to a file and flushes it. Returns the
 * seconds.
 */
async function bareNode(): Promise<number> {
  const target = join(folder, 'bare')
  const bare = createServer((incoming, response) => {
    pipeline(incoming, createWriteStream(target, { flush: true })).then(
      () => response.end('{}'),
      () => response.destroy(),
    )
  })
  await new Promise<void>(resolve => bare.listen(0, '127.0.0.1', resolve))
  const start = performance.now()
  await send(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)
  bare.close()
  return (performance.now() - start) / 1000
}

const say = (what: string, { seconds, growth }: { seconds: number; growth: number }) =>
  printLine(
    `${what}: ${(SIZE / MiB / seconds).toFixed(0)} MiB/s, ` +
      `memory grew by ${(growth / MiB).toFixed(0)} MiB at the most`,
  )

it('measures an upload, a completion and downloads of 500 MiB', async () => {
  const { body } = await declareUpload(agent, reviewId, {
    kind: 'video',
    title: 'Large',
    mime: 'video/mp4',
    bytes: SIZE,
  })
  const reference = await bareNode()
  const up = await measured(server.pid, () => send(body.uploadUrl))
  say('upload of 500 MiB', up)
  printLine(`upload, durable: ${(reference / up.seconds).toFixed(2)} of a bare Node pipe in the same run`)
  const completed = await measured(server.pid, () =>
    agent('POST', `/v1/artifacts/${body.artifactId}/complete`, { revisionId: body.revisionId }),
  )
  printLine(
    `completion: ${completed.seconds.toFixed(2)} s, ` +
      `memory grew by ${(completed.growth / MiB).toFixed(0)} MiB at the most`,
  )
  const address = `${server.url}/v1/artifacts/${body.artifactId}/download`
  const down = await measured(server.pid, () => receive(address, { authorization: `Bearer ${token}` }))
  say('download of 500 MiB', down)
  const ranged = await measured(server.pid, () =>
    receive(address, { authorization: `Bearer ${token}`, range: 'bytes=1-' }),
  )
  say('ranged download of 500 MiB', ranged)
  printLine(`the file: ${(await stat(file)).size} bytes`)
}, 300_000)
