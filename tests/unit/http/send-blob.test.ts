import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createApp, eventHandler, getQuery, toNodeListener, type H3Event } from 'h3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inertHeaders } from '~~/server/http/responses/inert-headers'
import { sendBlob, sendServed } from '~~/server/http/responses/send-blob'
import type { BlobDriver } from '~~/server/storage/driver'
import { BlobMissingError } from '~~/server/storage/errors'
import { fsDriver } from '~~/server/storage/fs'
import { bytesInUse } from '../../support/server/collect-garbage'

const MiB = 1024 * 1024
const small = randomBytes(1000)
const large = randomBytes(3 * MiB)
const key = (name: string) => `rvs_1/embed-${name}`

let folder: string
let driver: BlobDriver
let server: Server
let port: number
const faults: Error[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exhibit-send-'))
  driver = fsDriver({ folder })
  const blobs = {
    small,
    large,
    'huge': Buffer.alloc(50 * MiB),
    'removed': large,
    'cut': small,
    'cut-cached': small,
  }
  for (const [name, data] of Object.entries(blobs))
    await driver.writeStream(key(name), Readable.from([data]), { size: data.length })
  const app = createApp({
    onError: error => {
      faults.push(error)
      // Keeps h3 from printing errors that the tests cause.
      error.unhandled = false
    },
  })
  app.use(
    eventHandler(async event => {
      const name = event.path.slice(1).split('?')[0] ?? ''
      if (name.startsWith('known-')) return sendKnown(event, name)
      if (name === 'failing') return sendFailing(event)
      const source = await driver.open(key(name))
      // Removes the file after it was opened and before it is read.
      if (name === 'removed') await driver.removeItem(key(name))
      if (name.startsWith('cut')) await truncate(join(folder, key(name)), 10)
      // Simulates a blob in the cache or in a bucket, which has no reader.
      if (name === 'cut-cached') delete source.openReader
      const bad = getQuery(event).bad === undefined ? undefined : 'a\nb'
      await sendBlob(event, {
        source,
        etag: `"${name}"`,
        contentType: 'image/png',
        headers: { 'cache-control': 'public, max-age=86400', ...(bad && { 'content-disposition': bad }) },
      })
    }),
  )
  server = createServer(toNodeListener(app)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Sends a blob that turns out to be missing at the first read. It is replaced by another blob, or by an error
 * if `name` contains "lost".
 */
function sendKnown(event: H3Event, name: string) {
  const missing = () => Readable.from(failing(), { objectMode: false })
  const served = {
    mime: 'image/png',
    fileName: 'a.png',
    disposition: 'inline',
    cacheControl: 'no-store',
  } as const
  const read = async () => Promise.reject(new BlobMissingError(key(name)))
  const size = name.endsWith('large') ? large.length : small.length
  return sendServed(event, {
    ...served,
    source: { size, read, stream: missing },
    tag: name,
    async onUnreadable(error) {
      if (!(error instanceof BlobMissingError)) throw error
      if (name.includes('lost')) throw Object.assign(new Error('not found'), { statusCode: 404 })
      return { ...served, source: await driver.open(key('large')), tag: 'large' }
    },
  })
}

/** Sends a blob whose stream fails after its first bytes, while its download is being recorded. */
async function sendFailing(event: H3Event) {
  const stream = new PassThrough()
  stream.write(small)
  await sendBlob(event, {
    source: { size: large.length, read: () => Promise.reject(new Error('unused')), stream: () => stream },
    etag: '"failing"',
    contentType: 'image/png',
    headers: {},
    async onStart() {
      stream.destroy(new Error('broken'))
      await once(stream, 'close')
    },
  })
}

// eslint-disable-next-line require-yield
async function* failing(): AsyncGenerator<Buffer> {
  throw new BlobMissingError('rvs_1/embed-missing')
}

async function send(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, timeout: 5000 }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

const openDescriptors = async () => (await readdir('/proc/self/fd')).length

describe('sendBlob', () => {
  it.each([
    ['small', small],
    ['large', large],
  ])('sendBlob sends a whole %s blob', async (name, data) => {
    const { status, headers, body } = await send(`/${name}`)
    expect(status).toBe(200)
    expect(body.equals(data)).toBe(true)
    expect(headers).toMatchObject({
      ...inertHeaders,
      'content-type': 'image/png',
      'content-length': String(data.length),
      'accept-ranges': 'bytes',
      'etag': `"${name}"`,
      'cache-control': 'public, max-age=86400',
    })
  })

  it.each([
    ['small', 'bytes=0-0', 0, 1],
    ['small', 'bytes=-10', 990, 1000],
    ['small', 'bytes=999-5000', 999, 1000],
    ['large', 'bytes=1000000-1065535', 1_000_000, 1_065_536],
    ['large', 'bytes=1-', 1, 3 * MiB],
    ['large', 'bytes=524287-2000000', 524_287, 2_000_001],
  ])('sendBlob sends exactly the bytes of a %s blob for the range %s', async (name, range, start, end) => {
    const data = name === 'small' ? small : large
    const { status, headers, body } = await send(`/${name}`, { range })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/${data.length}`)
    expect(headers['content-length']).toBe(String(end - start))
    expect(body.equals(data.subarray(start, end))).toBe(true)
  })

  it.each(['small', 'large'])(
    'sendBlob sends a replacement for a %s blob that is missing at its first read',
    async size => {
      const response = await send(`/known-${size}`)
      expect(response.status).toBe(200)
      expect(response.headers.etag).toBe('"large"')
      expect(response.body.equals(large)).toBe(true)
      const part = await send(`/known-${size}`, { range: 'bytes=5-9' })
      expect(part.status).toBe(206)
      expect(part.body.equals(large.subarray(5, 10))).toBe(true)
    },
  )

  it('sendBlob responds with an error if a blob is missing at its first read and not replaced', async () => {
    expect((await send('/known-lost-large')).status).toBe(404)
    expect((await send('/known-lost')).status).toBe(404)
  })

  it('sendBlob rejects a range past the end of the blob, and its response may not be cached', async () => {
    const { status, headers, body } = await send('/small', { range: 'bytes=1000-' })
    expect(status).toBe(416)
    expect(headers).toMatchObject({ 'content-range': 'bytes */1000', 'cache-control': 'no-store' })
    expect(JSON.parse(body.toString())).toMatchObject({
      statusCode: 416,
      data: {
        error: 'range_not_satisfiable',
        message: 'The file has 1000 bytes: it ends before the range begins.',
        requestId: expect.any(String) as string,
      },
    })
  })

  it.each(['bytes=0-1,5-6', 'bytes=9-1', 'items=0-1'])(
    'sendBlob responds to the range %s with the whole blob',
    async range => {
      const { status, body } = await send('/small', { range })
      expect(status).toBe(200)
      expect(body.equals(small)).toBe(true)
    },
  )

  it('sendBlob responds to HEAD with the headers of the whole blob, even to a HEAD for a range', async () => {
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const response = await send('/large', headers, 'HEAD')
      expect(response.status).toBe(200)
      expect(response.headers).toMatchObject({
        'content-length': String(3 * MiB),
        'accept-ranges': 'bytes',
        'content-type': 'image/png',
      })
      expect(response.headers['content-range']).toBeUndefined()
      expect(response.body).toHaveLength(0)
    }
  })

  it('sendBlob responds 304 if the entity tag matches, even with an unsatisfiable range', async () => {
    for (const [method, tag] of [
      ['GET', '"small"'],
      ['GET', 'W/"small"'],
      ['GET', '*'],
      ['HEAD', '"other", "small"'],
    ] as const) {
      const { status, headers, body } = await send(
        '/small',
        { 'if-none-match': tag, 'range': 'bytes=5000-' },
        method,
      )
      expect(status).toBe(304)
      expect(headers).toMatchObject({ 'etag': '"small"', 'cache-control': 'public, max-age=86400' })
      expect(body).toHaveLength(0)
    }
    expect((await send('/small', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('sendBlob respects a range with If-Range only while the entity tag is the same', async () => {
    expect((await send('/small', { 'range': 'bytes=0-9', 'if-range': '"small"' })).status).toBe(206)
    expect((await send('/small', { 'range': 'bytes=0-9', 'if-range': '"old"' })).status).toBe(200)
    expect((await send('/small', { 'range': 'bytes=5000-', 'if-range': '"old"' })).status).toBe(200)
  })

  it('sendBlob sends no headers until a blob is readable, so it can respond with an error', async () => {
    const before = await openDescriptors()
    for (const path of ['/removed', '/cut', '/cut-cached', '/large?bad'])
      expect([path, (await send(path)).status]).toEqual([path, 500])
    await expect.poll(openDescriptors).toBeLessThanOrEqual(before)
  })

  it('1,000 aborted downloads leave no file descriptor open, and cause no error', async () => {
    await send('/huge', { range: 'bytes=0-0' })
    const before = await openDescriptors()
    faults.length = 0
    const abort = (i: number) =>
      new Promise<void>(resolve => {
        const socket = connect(port, '127.0.0.1', () => socket.write('GET /huge HTTP/1.1\r\nHost: x\r\n\r\n'))
        // Some clients disconnect before the response headers arrive, others while the body arrives.
        if (i % 3 === 0) socket.once('connect', () => setImmediate(() => socket.destroy()))
        else socket.once('data', () => socket.destroy())
        socket.once('close', () => resolve())
      })
    for (let i = 0; i < 1000; i += 50) await Promise.all(Array.from({ length: 50 }, (_, j) => abort(i + j)))
    await expect.poll(openDescriptors).toBeLessThanOrEqual(before + 2)
    expect(faults).toEqual([])
  })

  // Tests that a buffer is not reused while a socket still reads from it.
  it('each client receives exactly the requested bytes while other clients disconnect', async () => {
    const own = Array.from({ length: 8 }, (_, i) => ({
      name: `own-${i}`,
      data: randomBytes(MiB + i * 100_000),
    }))
    for (const { name, data } of own)
      await driver.writeStream(key(name), Readable.from([data]), { size: data.length })
    async function receive({ name, data }: (typeof own)[number], i: number): Promise<boolean> {
      const start = (i * 7919) % 500_000
      const { body } = await send(`/${name}`, { range: `bytes=${start}-` })
      return body.equals(data.subarray(start))
    }
    const disconnect = ({ name }: (typeof own)[number]) =>
      new Promise<void>(resolve => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`),
        )
        socket.once('data', () => socket.destroy()).once('close', () => resolve())
      })
    for (let round = 0; round < 10; round++) {
      const received = own.flatMap(each => [receive(each, round), receive(each, round + 50)])
      await Promise.all(own.flatMap(each => [disconnect(each), disconnect(each)]))
      expect(await Promise.all(received)).toEqual(received.map(() => true))
    }
  })

  it('sendBlob throws and sends nothing if the read fails while the download is being recorded', async () => {
    const uncaught = vi.fn()
    process.prependListener('uncaughtException', uncaught)
    faults.length = 0
    await expect(send('/failing')).rejects.toThrow('socket hang up')
    expect(faults).toEqual([
      expect.objectContaining({ cause: expect.objectContaining({ message: 'broken' }) }),
    ])
    process.off('uncaughtException', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
  })

  it('sendBlob uses at most 25 MiB of memory for 20 stalled readers of a 50 MiB blob', async () => {
    // Closes earlier connections, because their responses release memory only then.
    server.closeAllConnections()
    await expect.poll(promisify(server.getConnections.bind(server))).toBe(0)
    const before = bytesInUse()
    const senders: Socket[] = []
    const collect = (socket: Socket) => senders.push(socket)
    server.on('connection', collect)
    const stalled: Socket[] = Array.from({ length: 20 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /huge HTTP/1.1\r\nHost: x\r\n\r\n'))
      return socket.pause()
    })
    await expect.poll(() => senders.filter(each => each.bytesWritten > 0).length).toBe(20)
    server.off('connection', collect)
    // The responses read alternately. If the reads of a stalled response had no limit, it would read as much
    // as this complete response does.
    expect((await send('/huge')).body).toHaveLength(50 * MiB)
    // Waits, because a busy machine releases the buffers of the first reads later.
    await expect.poll(() => bytesInUse() - before).toBeLessThanOrEqual(25 * MiB)
    for (const socket of stalled) socket.destroy()
  })
})
