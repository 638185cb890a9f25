import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { sharedFixture } from '../../support/server/fixture'
import { largeRecording } from '../../support/media/large-recording'
import { residentOf } from '../../support/server/processes'

const MiB = 1024 * 1024

const { server, person, projectId } = await sharedFixture({}, { deployment: 'standalone' })
const token = await person.token()
const folder = await mkdtemp(join(tmpdir(), 'exhibit-test-large-'))
afterAll(() => rm(folder, { recursive: true }))

const recordingOf = (bytes: number) => largeRecording(folder, bytes)

async function* formWith(paths: string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(`--x\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n${projectId}\r\n`)
  for (const [index, path] of paths.entries()) {
    const disposition = `form-data; name="files"; filename="walk${index}.mp4"`
    yield Buffer.from(`--x\r\nContent-Disposition: ${disposition}\r\n\r\n`)
    yield* createReadStream(path, { highWaterMark: MiB }) as AsyncIterable<Buffer>
    yield Buffer.from('\r\n')
  }
  yield Buffer.from('--x--\r\n')
}

/** Sends a form as a stream of unknown length, until the server responds. */
function send(paths: string[], headers: Record<string, string | number> = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(
      `${server.url}/v1/evidence`,
      {
        method: 'POST',
        headers: {
          'authorization': `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          ...headers,
        },
      },
      response => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body })
          outgoing.destroy()
        })
      },
    )
    // The server may end the request early by a response. The promise is already settled then, so `reject`
    // has no effect.
    pipeline(formWith(paths), outgoing).catch(reject)
  })
}

describe.runIf(process.platform === 'linux')('a large form', () => {
  it('a form with a video of 500 MiB needs less than 150 MiB of memory', { timeout: 180_000 }, async () => {
    const path = await recordingOf(limits.videoBytes)
    const before = residentOf(server.pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, residentOf(server.pid))), 20)
    const { status } = await send([path]).finally(() => clearInterval(watch))
    expect(status).toBe(201)
    expect(most - before).toBeLessThan(150)
  })

  it('a form with a video one byte larger than 500 MiB is refused', { timeout: 180_000 }, async () => {
    const { status, body } = await send([await recordingOf(limits.videoBytes + 1)])
    expect([status, body]).toEqual([422, expect.stringContaining('"field":"files"')])
  })

  it(
    'a form of more than 600 MiB is refused because of its Content-Length',
    { timeout: 180_000 },
    async () => {
      const half = await recordingOf(limits.formBytes / 2)
      expect(await send([half, half])).toMatchObject({ status: 413 })
      expect(await send([], { 'content-length': limits.formBytes + 1 })).toMatchObject({ status: 413 })
    },
  )
})
