import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BlobDriver } from '~~/server/storage/driver'
import { BlobMissingError, BlobSpaceError } from '~~/server/storage/errors'
import { parseS3Address } from '~~/server/storage/s3/address'
import { s3Driver } from '~~/server/storage/s3/driver'
import { createStore } from '~~/server/storage/s3/store'
import { UnavailableError } from '~~/server/errors/unavailable'
import { describeBlobDriver } from '../../support/data/blob-driver-suite'
import { bytesInUse } from '../../support/server/collect-garbage'
import { s3Credentials, startS3, type TestS3 } from '../../support/deployment/s3'
import { timeLimit } from '../../support/time-limit'

Object.assign(process.env, s3Credentials)

const MiB = 1024 * 1024
/** The smallest part size that S3 allows. */
const PART = 5 * MiB
/** Milliseconds: longer than any request takes on a busy machine. */
const STALL_MS = 120_000

let s3: TestS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

let prefixes = 0
const storeAt = (address: string, stallMs = STALL_MS) =>
  createStore(parseS3Address(address, 'BLOB_URL'), stallMs)
const newStore = () => storeAt(s3.address(`test-${++prefixes}`))

describeBlobDriver('s3', async () => {
  const store = newStore()
  return { driver: s3Driver({ store }), dispose: async () => store.client.destroy() }
})

/** Yields bytes in chunks of 64 KiB. */
function* chunks(bytes: number, onChunk?: (bytes: number) => void) {
  for (let given = 0; given < bytes; given += 65_536) {
    const chunk = Buffer.alloc(Math.min(65_536, bytes - given), 1)
    yield chunk
    onChunk?.(chunk.length)
  }
}

describe('the s3 blob driver on its bucket', () => {
  let driver: BlobDriver
  let prefix: string
  beforeEach(() => {
    const store = newStore()
    prefix = store.prefix
    driver = s3Driver({ store, partBytes: PART })
  })

  const keys = async () => (await Array.fromAsync(driver.list())).map(each => each.key)
  const put = (key: string, data: Buffer) =>
    driver.writeStream(key, Readable.from([data]), { size: data.length })

  it('the s3 blob driver stores objects below its prefix, and lists no other objects', async () => {
    await put('rvs_1/original-a', Buffer.from('x'))
    expect(await s3.objects()).toContain(`${prefix}rvs_1/original-a`)
    const others = s3Driver({ store: newStore() })
    expect(await Array.fromAsync(others.list())).toEqual([])
    await expect(others.open('rvs_1/original-a')).rejects.toThrow(BlobMissingError)
  })

  it('the s3 blob driver lists more blobs than the store returns in one page', async () => {
    const file = s3.fileOf(`${prefix}rvs_1/original-n`)
    await mkdir(dirname(file), { recursive: true })
    const names = Array.from({ length: 1005 }, (_, i) => `original-n${i}`)
    for (const name of names) await writeFile(s3.fileOf(`${prefix}rvs_1/${name}`), 'x')
    expect(new Set(await keys()).size).toBe(1005)
  })

  it.each([PART, PART + 1, 2 * PART, 2 * PART + 1000])(
    'the s3 blob driver stores a blob of %i bytes in parts',
    async size => {
      const data = Buffer.alloc(size, 'exhibit')
      await driver.writeStream('rvs_1/original-a', Readable.from(cut(data, 1_000_001)), { size })
      const source = await driver.open('rvs_1/original-a')
      expect(source.size).toBe(size)
      expect((await buffer(source.stream())).equals(data)).toBe(true)
      expect(await s3.uploads()).toEqual([])
    },
  )

  it.each([
    ['is too short', 2 * PART, () => chunks(2 * PART - 1)],
    ['is too long', 2 * PART, () => chunks(2 * PART + 1)],
    ['is too long for its last part', 2 * PART + 1, () => chunks(3 * PART)],
    [
      'fails',
      3 * PART,
      function* () {
        yield* chunks(2 * PART)
        throw new Error('line cut')
      },
    ],
  ])(
    'the s3 blob driver leaves no object and no part if a source of several parts %s',
    async (_, size, make) => {
      await expect(driver.writeStream('rvs_1/original-a', Readable.from(make()), { size })).rejects.toThrow(
        /line cut|expected \d+ bytes/,
      )
      expect(await keys()).toEqual([])
      expect(await s3.uploads()).toEqual([])
      expect(await driver.removeUnfinished(0)).toBe(0)
    },
  )

  it('the s3 blob driver aborts old uploads of a crashed process, and no younger uploads', async () => {
    // Creates an upload in progress in the format of s3rver.
    const uploads = join(dirname(s3.fileOf('x')), '._S3rver_uploads')
    for (const name of ['old', 'young']) {
      await mkdir(join(uploads, name), { recursive: true })
      await writeFile(join(uploads, name, 'key'), `${prefix}rvs_1/original-a`)
    }
    await utimes(join(uploads, 'old', 'key'), new Date(0), new Date(0))
    expect(await driver.removeUnfinished(3_600_000)).toBe(1)
    expect(await s3.uploads()).toEqual(['young'])
    expect(await driver.removeUnfinished(0)).toBe(1)
  })

  it('the s3 blob driver writes and reads 64 MiB in parts with a constant amount of memory', async () => {
    const SIZE = 64 * MiB
    const before = bytesInUse()
    const samples: number[] = []
    let moved = 0
    const sample = (bytes: number) => {
      moved += bytes
      if (moved >= samples.length * 8 * MiB) samples.push(bytesInUse() - before)
    }
    await driver.writeStream('rvs_1/original-a', Readable.from(chunks(SIZE, sample)), { size: SIZE })
    const source = await driver.open('rvs_1/original-a', { size: SIZE })
    for await (const part of source.stream()) sample((part as Buffer).length)
    expect(moved).toBe(2 * SIZE)
    expect(samples.length).toBeGreaterThanOrEqual(16)
    // The limit includes the memory of the S3 server's chunks, because the S3 server runs in this process.
    expect(Math.max(...samples)).toBeLessThan(SIZE / 8)
  })

  it('the s3 blob driver leaves no connection open after 50 aborted reads', async () => {
    await put('rvs_1/original-a', Buffer.alloc(4 * MiB))
    const source = await driver.open('rvs_1/original-a', { size: 4 * MiB })
    const descriptors = async () => (await readdir('/proc/self/fd')).length
    const before = await descriptors()
    for (let i = 0; i < 50; i++) {
      const stream = source.stream()
      stream.once('data', () => stream.destroy())
      await once(stream, 'close')
    }
    await expect.poll(descriptors).toBeLessThanOrEqual(before + 4)
  })
})

/** Cuts a buffer into chunks. */
function* cut(data: Buffer, bytes: number) {
  for (let start = 0; start < data.length; start += bytes) yield data.subarray(start, start + bytes)
}

describe('the s3 blob driver with a store that fails', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
  })

  /** Starts a store that handles every request with a given function. Returns a driver for this store. */
  async function storeThat(handle: Parameters<typeof createServer>[1], stallMs: number) {
    server = createServer(handle).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return s3Driver({ store: storeAt(`s3://bucket?endpoint=http://127.0.0.1:${port}`, stallMs) })
  }
  const write = (driver: BlobDriver, source: Readable, size: number) =>
    driver.writeStream('rvs_1/original-a', source, { size })
  const operations: [string, (driver: BlobDriver) => Promise<unknown>][] = [
    ['a read', driver => driver.open('rvs_1/original-a')],
    ['a read of known size', async driver => (await driver.open('rvs_1/original-a', { size: 9 })).read(0, 9)],
    ['a list', driver => Array.fromAsync(driver.list())],
    ['a removal', driver => driver.removeItem('rvs_1/original-a')],
    ['a write', driver => write(driver, Readable.from([Buffer.alloc(1000)]), 1000)],
    ['a large write', driver => write(driver, Readable.from(chunks(8 * MiB)), 8 * MiB)],
  ]

  it.each(operations)(
    'the s3 blob driver reports an unavailable store when %s cannot connect',
    async (_, run) => {
      const away = await startS3()
      const driver = s3Driver({ store: storeAt(away.address()) })
      await away.stop()
      const before = Date.now()
      await expect(run(driver)).rejects.toThrow(UnavailableError)
      expect(Date.now() - before).toBeLessThan(timeLimit(10_000))
    },
  )

  it.each(operations)(
    'the s3 blob driver reports an unavailable store when %s gets no response',
    async (_, run) => {
      const driver = await storeThat(() => {}, 300)
      await expect(run(driver)).rejects.toThrow(UnavailableError)
    },
  )

  it.each(operations)(
    'the s3 blob driver reports an unavailable store when %s gets the status 503',
    async (_, run) => {
      const driver = await storeThat((request, response) => {
        request.resume()
        response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      }, STALL_MS)
      await expect(run(driver)).rejects.toThrow(UnavailableError)
    },
  )

  it.each([
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ])('the s3 blob driver reports a full store after the response %i %s', async (status, code) => {
    const driver = await storeThat((request, response) => {
      request.resume()
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    }, STALL_MS)
    await expect(write(driver, Readable.from([Buffer.alloc(1000)]), 1000)).rejects.toThrow(BlobSpaceError)
  })

  /** Starts a store whose responses never end. The promise `closed` ends when a response was cut off. */
  async function endlessStore(status: number, headers = {}) {
    const closed = Promise.withResolvers<null>()
    const driver = await storeThat((request, response) => {
      request.resume()
      response.writeHead(status, headers).on('close', () => closed.resolve(null))
      const chunk = Buffer.alloc(65_536, 'x')
      const send = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', send)
      send()
    }, STALL_MS)
    return { driver, closed: closed.promise }
  }

  it.each([200, 206])('a read from S3 ends at its length if a response %i never ends', async status => {
    const { driver, closed } = await endlessStore(status, { 'content-range': 'bytes 0-9/10' })
    const source = await driver.open('rvs_1/original-a', { size: 100_000 })
    expect(await source.read(2, 12)).toEqual(Buffer.alloc(10, 'x'))
    expect(await buffer(source.stream())).toHaveLength(100_000)
    expect((await driver.open('rvs_1/original-a')).size).toBe(10)
    await closed
  })

  it('the s3 blob driver cuts off an error of the store that never ends', async () => {
    const { driver, closed } = await endlessStore(403)
    for (const [, run] of operations) await expect(run(driver)).rejects.toThrow('sent an invalid response')
    await closed
  })

  it('the s3 blob driver cuts off a list that never ends', async () => {
    const { driver, closed } = await endlessStore(200)
    await expect(Array.fromAsync(driver.list())).rejects.toThrow('sent an invalid response')
    await closed
  })

  it('a read from S3 fails if the store stops sending, but not if the reader is slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const driver = await storeThat((_, response) => {
      response.writeHead(206, { 'content-length': 2 * MiB, 'content-range': `bytes 0-9/${2 * MiB}` })
      response.write(Buffer.alloc(MiB))
    }, STALL_MS)
    const stream = (await driver.open('rvs_1/original-a', { size: 2 * MiB })).stream()
    const failed = once(stream, 'error')
    // The first call of `read` sends the request. The stream reads no more than its buffer can hold.
    stream.read()
    await expect.poll(() => stream.readableLength).toBeGreaterThanOrEqual(stream.readableHighWaterMark)
    vi.advanceTimersByTime(3 * STALL_MS)
    let received = 0
    stream.on('data', (chunk: Buffer) => (received += chunk.length))
    await expect.poll(() => received).toBe(MiB)
    vi.advanceTimersByTime(STALL_MS)
    expect(await failed).toEqual([expect.any(UnavailableError)])
  })

  it('the s3 blob driver does not cut off a slow transfer that makes progress', async () => {
    const stallMs = timeLimit(2000)
    const driver = await storeThat(async (request, response) => {
      if (request.method === 'PUT') {
        for await (const _ of request) await new Promise(resolve => setTimeout(resolve, 20))
        return response.end()
      }
      response.writeHead(206, { 'content-length': 40 })
      for (let i = 0; i < 40; i++) {
        response.write('x')
        await new Promise(resolve => setTimeout(resolve, stallMs / 20))
      }
      response.end()
    }, stallMs)
    const before = Date.now()
    const read = driver.open('rvs_1/original-a', { size: 40 }).then(source => buffer(source.stream()))
    await write(driver, Readable.from(chunks(12 * MiB)), 12 * MiB)
    expect(await read).toHaveLength(40)
    expect(Date.now() - before).toBeGreaterThan(stallMs)
  })

  it('the s3 blob driver completes a write whose source is slow', async () => {
    const driver = await storeThat((request, response) => {
      if (request.method === 'PUT') request.resume().once('end', () => response.end())
    }, timeLimit(500))
    async function* slow() {
      for (let i = 0; i < 3; i++) {
        yield Buffer.alloc(10)
        // The store answers no read, so each of the two lasts as long as the time limit of the write.
        const read = () => expect(driver.open('rvs_1/original-a')).rejects.toThrow(UnavailableError)
        await read()
        await read()
      }
    }
    await write(driver, Readable.from(slow()), 30)
  })
})
