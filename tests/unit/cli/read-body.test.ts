import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseJson, readBody, readText } from '../../../cli/read-body'

afterEach(() => vi.useRealTimers())

/** A response whose body is sent by the test. */
function openResponse() {
  let cancelled = false
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: opened => void (controller = opened),
    cancel: () => void (cancelled = true),
  })
  return {
    response: new Response(body),
    send: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    end: () => controller?.close(),
    isCancelled: () => cancelled,
  }
}

describe('the body of a response', () => {
  it('the body of a server’s response is read to its end, and an empty response has no body', async () => {
    expect(await readText(new Response('{"text":"é"}'))).toBe('{"text":"é"}')
    expect(await readText(new Response(null, { status: 204 }))).toBe('')
  })

  it('reading a response body with more bytes than allowed fails, and closes the connection', async () => {
    const { response, send, isCancelled } = openResponse()
    send(10)
    send(1)
    await expect(readBody(response, 10)).rejects.toThrow('the response has more than 10 bytes')
    expect(isCancelled()).toBe(true)
  })

  it('reading a response body fails if less than 64 KiB arrive in a minute', async () => {
    vi.useFakeTimers()
    const { response, send, isCancelled } = openResponse()
    const read = readBody(response).catch((error: Error) => error.message)
    send(64 * 1024)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isCancelled()).toBe(false)
    for (let second = 0; second < 60; second++) {
      send(1)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(await read).toBe('its response does not end')
    expect(isCancelled()).toBe(true)
  })

  it('a slow response body is read to its end if 64 KiB arrive in each minute', async () => {
    vi.useFakeTimers()
    const { response, send, end } = openResponse()
    const read = readBody(response)
    for (let minute = 0; minute < 10; minute++) {
      send(64 * 1024)
      await vi.advanceTimersByTimeAsync(60_000)
    }
    end()
    expect((await read).length).toBe(640 * 1024)
  })
})

it('JSON of a server is parsed up to 8 million values and a nesting of 100', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(() => parseJson(nested(100))).not.toThrow()
  expect(() => parseJson(nested(101))).toThrow('too many values')
  const flat = (values: number) => `[${'0,'.repeat(values - 1)}0]`
  expect(parseJson(flat(8_000_000))).toHaveLength(8_000_000)
  expect(() => parseJson(flat(8_000_001))).toThrow('too many values')
})
