import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withPicture } from '~~/server/domain/picture/receive-picture'
import { MediaError } from '~~/server/media/error'

const sent = { noun: 'picture', maxBytes: 1024 * 1024 }
const kib = (count: number) => Buffer.alloc(count * 1024, 7)

let stream: PassThrough
/** A folder for this test alone, because other tests create temporary folders at the same time. */
let folder: string
const folders = () => readdir(folder)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-picture-'))
  vi.stubEnv('TMPDIR', folder)
  stream = new PassThrough()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

describe('a picture that arrives slowly', () => {
  it('a picture that arrives slowly is written to a temporary file, which is removed after use', async () => {
    const run = vi.fn(async ({ path, size }: { path: string; size: number }) => {
      expect((await readFile(path)).equals(kib(600))).toBe(true)
      return size
    })
    const received = withPicture({ stream, contentLength: kib(600).length }, sent, run)
    stream.write(kib(500))
    const sizes = async () =>
      Promise.all((await folders()).map(async name => (await stat(join(folder, name, 'picture'))).size))
    await vi.waitFor(async () => expect(await sizes()).toEqual([kib(500).length]))
    expect(stream.readableLength + stream.writableLength).toBe(0)
    expect(run).not.toHaveBeenCalled()
    stream.end(kib(100))
    expect(await received).toBe(kib(600).length)
    expect(await folders()).toEqual([])
  })

  it('a picture that is too large, cut off, empty or invalid leaves no temporary file', async () => {
    const receive = (run = () => Promise.resolve()) =>
      withPicture({ stream, contentLength: undefined }, sent, run)
    const outcomes = [
      { end: () => stream.end(kib(1025)), error: { code: 'too_large' } },
      { end: () => stream.destroy(new Error('aborted')), error: { message: 'aborted' } },
      { end: () => stream.end(), error: { code: 'invalid_request', field: 'picture' } },
      {
        end: () => stream.end(kib(1)),
        run: () => Promise.reject(new MediaError('undecodable', 'It is not a picture.')),
        error: { code: 'invalid_request', field: 'picture', message: 'It is not a picture.' },
      },
    ]
    for (const { end, run, error } of outcomes) {
      // Like the stream of `requestBytes`, this stream ignores errors that have no other listener.
      stream = new PassThrough().on('error', () => {})
      const received = receive(run)
      end()
      await expect(received).rejects.toMatchObject(error)
    }
    expect(await folders()).toEqual([])
  })
})
