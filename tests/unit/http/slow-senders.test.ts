import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { createApp, eventHandler, toNodeListener } from 'h3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#shared/errors'
import { readText, requestBytes } from '~~/server/http/bodies/body'
import { limitUnreadBody } from '~~/server/http/node/unread-body'

let server: Server
let socket: Socket
let serverSide: Socket | undefined
let responseText: string
let faults: unknown[]

beforeEach(async () => {
  responseText = ''
  faults = []
  const app = createApp({
    onError: error => {
      error.unhandled = false
      faults.push(error.cause)
    },
  })
  app.use(
    '/text',
    eventHandler(event => readText(event)),
  )
  app.use(
    '/bytes',
    eventHandler(async event => {
      let size = 0
      for await (const chunk of requestBytes(event).stream as AsyncIterable<Buffer>) size += chunk.length
      return String(size)
    }),
  )
  app.use(
    '/picture',
    eventHandler(async event => {
      for await (const _ of requestBytes(event, 150_000).stream);
      return ''
    }),
  )
  app.use(
    '/late',
    eventHandler(async event => {
      const { stream } = requestBytes(event)
      await once(event.node.req, 'close')
      for await (const _ of stream);
    }),
  )
  app.use(
    '/gone',
    eventHandler(async event => {
      // The client disconnects before the server reads the body, for example while it loads the caller.
      event.node.req.on('error', () => {})
      await new Promise(resolve => event.node.req.once('close', resolve))
      for await (const _ of requestBytes(event, 150_000).stream);
    }),
  )
  app.use(
    '/refused',
    eventHandler(event => {
      event.node.res.writeHead(401, { 'content-length': 0 }).end()
    }),
  )
  const handle = toNodeListener(app)
  server = createServer((request, response) => {
    limitUnreadBody(request, response)
    void handle(request, response)
  }).listen(0, '127.0.0.1')
  server.on('connection', (each: Socket) => {
    serverSide = each
  })
  await once(server, 'listening')
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

/**
 * Starts a request that announces a body of a megabyte, and waits until the server begins to read the body.
 */
async function begin(path: string, timers = 1) {
  const asked = once(server, 'request')
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('data', (chunk: Buffer) => {
    responseText += chunk.toString()
  })
  socket.on('error', () => {})
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n`)
  await asked
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(timers))
}

async function send(bytes: number) {
  const before = await received()
  socket.write(Buffer.alloc(bytes, 32))
  await vi.waitFor(async () => expect(await received()).toBe(before + bytes))
}

async function received(): Promise<number> {
  await new Promise(resolve => setImmediate(resolve))
  return serverSide?.bytesRead ?? 0
}

describe('the sender of a body', () => {
  it.each(['/text', '/bytes'])(
    'a client that sends nothing of its body to %s for a minute is disconnected',
    async path => {
      await begin(path)
      const closed = once(socket, 'close')
      await vi.advanceTimersByTimeAsync(59_000)
      expect(socket.closed).toBe(false)
      await vi.advanceTimersByTimeAsync(1000)
      await closed
      // Expects an `AppError`, because the server does not log errors of this kind.
      await vi.waitFor(() => expect(faults).toEqual([expect.any(AppError)]))
    },
  )

  it('a client has a minute after a refusal for the rest of its body, and is then disconnected', async () => {
    await begin('/refused')
    await vi.waitFor(() => expect(responseText).toContain('401'))
    const closed = once(socket, 'close')
    socket.write(Buffer.alloc(64 * 1024, 32))
    await vi.advanceTimersByTimeAsync(59_000)
    expect(socket.closed).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    await closed
  })

  it('a client that sends the rest of its body after a refusal keeps its connection', async () => {
    await begin('/refused')
    await send(1048576)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(socket.closed).toBe(false)
    const before = responseText.length
    socket.write('PUT /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n')
    await vi.waitFor(() => expect(responseText.slice(before)).toContain('401'))
  })

  it('an upload may be as slow as 64 KiB per minute, and is cut off below that rate', async () => {
    await begin('/bytes')
    for (let minute = 0; minute < 3; minute++) {
      await send(64 * 1024)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(socket.closed).toBe(false)
    const closed = once(socket, 'close')
    await send(1000)
    await vi.advanceTimersByTimeAsync(60_000)
    await closed
  })

  it('a body with a deadline is cut off at the deadline, however steadily it arrives', async () => {
    await begin('/picture', 2)
    for (let minute = 0; minute < 2; minute++) {
      await send(128 * 1024)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(socket.closed).toBe(false)
    const closed = once(socket, 'close')
    await send(128 * 1024)
    await vi.advanceTimersByTimeAsync(30_000)
    await closed
    expect(vi.getTimerCount()).toBe(0)
  })

  it('if a client disconnects before its body is read, only the reader of the body fails', async () => {
    const uncaught = vi.fn()
    process.prependListener('uncaughtException', uncaught)
    await begin('/late')
    socket.resetAndDestroy()
    await vi.waitFor(() => expect(faults).toEqual([expect.objectContaining({ message: 'aborted' })]))
    process.off('uncaughtException', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
  })

  it('reading a body after its client has disconnected fails, and leaves no timer', async () => {
    await begin('/gone', 0)
    socket.resetAndDestroy()
    await vi.waitFor(() => expect(faults).toEqual([expect.objectContaining({ message: 'aborted' })]))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a body that arrives before the deadline gets a response, and leaves no timer', async () => {
    await begin('/bytes')
    await send(1_048_576)
    await vi.waitFor(() => expect(responseText).toContain('1048576'))
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
  })
})
