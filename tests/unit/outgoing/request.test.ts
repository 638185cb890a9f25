import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { ClientRequest } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeFailure, OutgoingError, sendRequest } from '~~/server/outgoing/request'
import { newFolders } from '../../support/server/new-folders'
import { startReceiver, status } from '../../support/stubs/webhooks'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
afterEach(() => {
  receiver.messages.length = 0
  receiver.respondWith(status(204))
})

const request = {
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: '{"text":"é"}',
  timeoutMs: 500,
  maxResponseBytes: 8,
  toPrivate: true,
}
const { port } = new URL(receiver.url)
const { newFolder } = await newFolders('request')

describe('an outgoing request', () => {
  it('an outgoing request sends headers and body, and limits the size of the response', async () => {
    receiver.respondWith((_request, response) =>
      response.writeHead(201, { 'x-test': 'yes' }).end('123456789'),
    )
    const response = await sendRequest(new URL(`${receiver.url}/path?query=1`), request)
    expect(response).toMatchObject({
      status: 201,
      headers: { 'x-test': 'yes' },
      body: '12345678',
      isTruncated: true,
    })
    expect(receiver.messages).toMatchObject([
      {
        path: '/path?query=1',
        headers: { 'content-type': 'application/json', 'content-length': '13' },
        body: request.body,
      },
    ])
  })

  it('an outgoing request can use another method than POST, and have no body', async () => {
    receiver.respondWith((incoming, response) => response.writeHead(200).end(incoming.method))
    const response = await sendRequest(new URL(receiver.url), { ...request, method: 'DELETE', body: null })
    expect(response).toMatchObject({ body: 'DELETE', isTruncated: false })
    expect(receiver.messages).toMatchObject([{ body: '' }])
    receiver.respondWith((_request, answer) => answer.writeHead(200).end('12345678'))
    expect(await sendRequest(new URL(receiver.url), request)).toMatchObject({ isTruncated: false })
  })

  it('an outgoing request cuts off a response that transfers far more bytes than its text has', async () => {
    const maxResponseBytes = 256 * 1024
    receiver.respondWith((_incoming, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders()
      response.socket?.end('1\r\nx\r\n'.repeat(maxResponseBytes) + '0\r\n\r\n')
    })
    const { isTruncated, body } = await sendRequest(new URL(receiver.url), {
      ...request,
      maxResponseBytes,
      timeoutMs: 20_000,
    })
    expect(isTruncated).toBe(true)
    expect(body.length).toBeLessThan(maxResponseBytes)
  })

  it('an outgoing request stops at its limit of chunks, within the bytes that arrived', async () => {
    receiver.respondWith((_incoming, response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).flushHeaders()
      response.socket?.end('1\r\nx\r\n'.repeat(10_000) + '0\r\n\r\n')
    })
    const large = { ...request, maxResponseBytes: 256 * 1024, timeoutMs: 20_000 }
    const { isTruncated, body } = await sendRequest(new URL(receiver.url), large)
    expect(isTruncated).toBe(true)
    expect(body.length).toBeLessThan(1500)
    // A body in chunks of the size that servers send is complete.
    const text = 'é'.repeat(100_000)
    receiver.respondWith((_incoming, response) => {
      for (let start = 0; start < text.length; start += 500) response.write(text.slice(start, start + 500))
      response.end()
    })
    expect(await sendRequest(new URL(receiver.url), large)).toMatchObject({ isTruncated: false, body: text })
  })

  it('an outgoing request parses no responses with a status below 200 after their limit', async () => {
    const emit = vi.spyOn(ClientRequest.prototype, 'emit')
    onTestFinished(() => emit.mockRestore())
    receiver.respondWith((_incoming, { socket }) => {
      socket?.end('HTTP/1.1 102 Processing\r\n\r\n'.repeat(2000) + 'HTTP/1.1 204 No Content\r\n\r\n')
    })
    const sent = sendRequest(new URL(receiver.url), { ...request, timeoutMs: 60_000 })
    await expect(sent).rejects.toThrow('many with a status below 200')
    expect(emit.mock.calls.filter(([event]) => event === 'information').length).toBeLessThan(500)
  })

  it('an outgoing request limits the bytes that arrive before its final response', async () => {
    const hint = `HTTP/1.1 103 Early Hints\r\nlink: <${'a'.repeat(1000)}>\r\n\r\n`
    receiver.respondWith((_incoming, { socket }) => {
      socket?.on('error', () => {}).end(hint.repeat(90) + 'HTTP/1.1 204 No Content\r\n\r\n')
    })
    const sent = sendRequest(new URL(receiver.url), { ...request, timeoutMs: 60_000 })
    await expect(sent).rejects.toThrow('too much before its final response')
  })

  it('an outgoing request ends when the receiver sends only responses with a status below 200', async () => {
    const closed = Promise.withResolvers<null>()
    receiver.respondWith((_incoming, { socket }) => {
      const hint = 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'
      socket?.on('error', () => {}).on('close', () => closed.resolve(null))
      socket?.on('drain', () => socket.write(hint.repeat(1000)))
      socket?.write(hint.repeat(1000))
    })
    const sent = sendRequest(new URL(receiver.url), { ...request, timeoutMs: 60_000 })
    await expect(sent).rejects.toThrow('many with a status below 200')
    await closed.promise
    receiver.respondWith((_incoming, response) => {
      for (let hints = 0; hints < 5; hints++) response.writeEarlyHints({ link: '<a>; rel=preload' })
      response.writeHead(204).end()
    })
    expect(await sendRequest(new URL(receiver.url), request)).toMatchObject({ status: 204 })
  })

  it.each([
    ['a literal address', `http://127.0.0.1:${port}`],
    ['a number', `http://2130706433:${port}`],
    ['a literal address of IPv6', `http://[::1]:${port}`],
    ['an IPv4 address as IPv6', `http://[::ffff:127.0.0.1]:${port}`],
    ['a name', `http://localhost:${port}`],
    ['a name over TLS', `https://localhost:${port}`],
  ])('an outgoing request to the private host %s is sent only if this is allowed', async (_, url) => {
    const refused = sendRequest(new URL(url), { ...request, toPrivate: false })
    await expect(refused).rejects.toThrow(OutgoingError)
    await expect(refused).rejects.toThrow('is not a public address.')
    expect(receiver.messages).toEqual([])
    if (url.startsWith('http:') && !url.includes('::1]')) {
      expect((await sendRequest(new URL(url), request)).status).toBe(204)
      expect(receiver.messages.length).toBe(1)
    }
  })

  it.each([
    'http://169.254.169.254/latest',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://[::ffff:a9fe:a9fe]/',
  ])('an outgoing request never reaches %s', async url => {
    await expect(sendRequest(new URL(url), request)).rejects.toThrow('is not a public address.')
  })

  it('an outgoing request does not follow redirects', async () => {
    receiver.respondWith(status(302, { location: `${receiver.url}/elsewhere` }))
    expect((await sendRequest(new URL(receiver.url), request)).status).toBe(302)
    expect(receiver.messages.length).toBe(1)
  })

  it('an outgoing request fails when the receiver does not respond in time', async () => {
    receiver.respondWith(() => {})
    await expect(sendRequest(new URL(receiver.url), request)).rejects.toThrow(
      'The receiver did not respond within 0.5 seconds.',
    )
  })

  it('an outgoing request returns the status and disconnects if the response does not end', async () => {
    const closed = new Promise<void>(resolve => {
      receiver.respondWith((_request, response) => {
        response.on('close', resolve)
        response.writeHead(200).write('123')
      })
    })
    expect(await sendRequest(new URL(receiver.url), request)).toMatchObject({ status: 200, body: '123' })
    await closed
  })

  it('an outgoing request fails when the receiver switches to another protocol', async () => {
    const closed = Promise.withResolvers<unknown>()
    const switching = createServer(socket => {
      socket.on('error', () => {})
      socket.on('close', closed.resolve)
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nx'),
      )
    })
    await once(switching.listen(0, '127.0.0.1'), 'listening')
    const { port: own } = switching.address() as AddressInfo
    await expect(sendRequest(new URL(`http://127.0.0.1:${own}`), request)).rejects.toThrow(
      'The receiver switched to another protocol (101), which no request asked for.',
    )
    await closed.promise
    await new Promise(resolve => switching.close(resolve))
  })

  it('an outgoing request fails in time although the receiver sends interim responses', async () => {
    receiver.respondWith((incoming, response) => {
      const timer = setInterval(() => response.writeProcessing(), 10)
      incoming.socket.on('close', () => clearInterval(timer))
    })
    await expect(sendRequest(new URL(receiver.url), request)).rejects.toThrow('did not respond within')
  })

  it('an outgoing request to a name is sent while all threads of the pool wait', async () => {
    const pipe = newFolder()
    execFileSync('mkfifo', [pipe])
    const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
    // Opening a named pipe waits in a thread until another opens it for writing.
    const waiting = Array.from({ length: threads }, () => open(pipe, 'r'))
    try {
      const sent = await sendRequest(new URL(`http://localhost:${port}`), { ...request, timeoutMs: 20_000 })
      expect(sent.status).toBe(204)
    } finally {
      const writing = openSync(pipe, constants.O_RDWR)
      for (const each of waiting) await (await each).close()
      closeSync(writing)
    }
  })

  it('the error of an outgoing request explains an unreachable, unknown or non-HTTP receiver', async () => {
    const outsider = createServer(socket => socket.resume().end('not HTTP'))
    await once(outsider.listen(0, '127.0.0.1'), 'listening')
    const { port: strange } = outsider.address() as AddressInfo
    await expect(sendRequest(new URL(`http://127.0.0.1:${strange}`), request)).rejects.toThrow(
      /^The request failed/,
    )
    await new Promise(resolve => outsider.close(resolve))
    await expect(sendRequest(new URL(`http://127.0.0.1:${strange}`), request)).rejects.toThrow(
      'The receiver refused the connection.',
    )
    await expect(
      sendRequest(new URL('http://receiver.invalid'), { ...request, timeoutMs: 20_000 }),
    ).rejects.toThrow(/^The host name/)
  })
  it('the error of a host with several addresses is that of the last one', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port: free } = closed.address() as AddressInfo
    await new Promise(resolve => closed.close(resolve))
    const socket = connect({
      host: 'receiver.test',
      port: free,
      lookup: (_host, _options, callback) =>
        callback(null, [
          { address: '2001:db8::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    const [error] = (await once(socket, 'error')) as unknown[]
    expect(error).toBeInstanceOf(AggregateError)
    expect(describeFailure(error)).toBe('The receiver refused the connection.')
  })
})
