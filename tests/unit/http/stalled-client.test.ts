import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp, eventHandler, toNodeListener } from 'h3'
import { withRequestContext } from '~~/server/http/node/request-context'
import { endWhenStalled, STALLED_MS } from '~~/server/http/node/stalled-client'

const TIMEOUT_MS = 1600
/** The size of the file, which does not fit into the socket buffers of client and server. */
const BYTES = 48 * 1024 * 1024
/** The bytes that a client reads before it pauses: more than a third of the system's socket buffers. */
const BURST_BYTES = 4 * 1024 * 1024

/**
 * Starts a server of one large file, and requests the file. Returns the client's socket and the server's
 * response.
 */
async function download() {
  const responses: ServerResponse[] = []
  const server = createServer((_, response) => {
    responses.push(response)
    endWhenStalled(response, TIMEOUT_MS)
    const chunks = Array.from({ length: BYTES / 65_536 }, () => Buffer.alloc(65_536))
    response.writeHead(200, { 'content-length': BYTES })
    pipeline(Readable.from(chunks), response).catch(() => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'readable')
  return { socket, response: responses[0] as ServerResponse }
}

it('a response is cut off if its client stops reading', async () => {
  const { socket, response } = await download()
  socket.pause()
  await once(response, 'close')
  expect(response.writableFinished).toBe(false)
})

it('a response to a client that pauses for less than the timeout is completed', async () => {
  const { socket, response } = await download()
  let received = 0
  let pauses = 0
  let inBurst = 0
  const read = Promise.withResolvers<null>()
  socket.on('close', () => read.resolve(null))
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    inBurst += chunk.length
    if (received >= BYTES) return read.resolve(null)
    if (inBurst < BURST_BYTES) return
    inBurst = 0
    pauses += 1
    socket.pause()
    setTimeout(() => socket.resume(), TIMEOUT_MS / 4)
  })
  await read.promise
  // The client may receive the last bytes before the server knows that they were sent.
  if (!response.writableFinished && !response.destroyed) await once(response, 'close')
  expect(received).toBeGreaterThanOrEqual(BYTES)
  expect(pauses).toBeGreaterThan(4)
  expect(response.writableFinished).toBe(true)
})

describe('a response in one piece', () => {
  /** Requests a text of this size from a handler that sends it with `end`. Reads nothing of the response. */
  async function unread(bytes: number): Promise<ServerResponse> {
    const app = createApp().use(withRequestContext(eventHandler(() => 'x'.repeat(bytes))))
    const handle = toNodeListener(app)
    const ended = Promise.withResolvers<ServerResponse>()
    const server = createServer((request, response) => {
      response.once('prefinish', () => setImmediate(() => ended.resolve(response)))
      void handle(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    onTestFinished(() => {
      socket.destroy()
      server.closeAllConnections()
      server.close()
    })
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return ended.promise
  }

  it('a response that does not fit into the connection’s buffer is cut off if no one reads it', async () => {
    const response = await unread(BYTES)
    expect(response.writableFinished).toBe(false)
    expect(response.socket?.timeout).toBe(STALLED_MS)
    // Emits the event `timeout`, which Node.js emits when the time limit of a socket has passed.
    response.socket?.emit('timeout')
    expect(response.destroyed).toBe(true)
  })

  it('a response that fits into the buffer of the connection gets no timeout', async () => {
    const response = await unread(1000)
    expect([response.writableFinished, response.listenerCount('timeout')]).toEqual([true, 0])
  })
})
