import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import type { H3Event } from 'h3'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readMultipart } from '~~/server/http/bodies/multipart'

/** Returns a request whose body arrives in these pieces. */
function eventOf(pieces: Buffer[]): H3Event {
  const req = Object.assign(Readable.from(pieces, { objectMode: false, highWaterMark: 1 }), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    socket: { bytesRead: 0 },
  })
  return { node: { req, res: new EventEmitter() } } as unknown as H3Event
}

/**
 * Cuts bytes into pieces of different sizes, which are always the same for a seed. Seed 0 makes only one
 * piece.
 */
function cut(bytes: Buffer, seed: number): Buffer[] {
  if (seed === 0) return [bytes]
  const pieces: Buffer[] = []
  let state = seed
  for (let at = 0; at < bytes.length;) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    const size = 1 + (state % (seed % 2 === 0 ? 40 : 300_000))
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

const part = (header: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
    data,
    Buffer.from('\r\n'),
  ])

it.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'a form is read completely, whatever pieces its body arrives in (%i)',
  async seed => {
    const size = seed % 2 === 1 || seed === 0 ? 900_000 : 3000
    // The data contains bytes that look like the beginning of a boundary.
    const data = Buffer.alloc(size, '\r\n--\r\n-\r\n')
    const body = Buffer.concat([
      part('name="title"', Buffer.from('Cart')),
      part('name="files"; filename="a.png"', data),
      part('name="files"; filename="b.png"', Buffer.alloc(0)),
      part('name="files"; filename="c.png"', data),
      Buffer.from('--b--\r\n'),
    ])
    const form = await readMultipart(eventOf(cut(body, seed)), z.object({ title: z.string() }), {
      files: { files: '' },
    } as never)
    const stored = await Promise.all(form.files.map(each => readFile(each.path)))
    await form.remove()
    expect(form.fields).toEqual({ title: 'Cart' })
    expect(stored.map(each => each.length)).toEqual([size, 0, size])
    expect(stored[0]?.equals(data)).toBe(true)
  },
  10_000,
)

it.each([
  ['boundaries', '--b\r\n', 'a part has no header'],
  [
    'parts with an unknown name',
    '--b\r\nContent-Disposition: form-data; name="q"\r\n\r\n\r\n',
    'unknown part',
  ],
])('reading a body of 10,000 %s stops at the first fault', async (_, unit, message) => {
  const emitted = vi.spyOn(Dicer.prototype, 'emit')
  const body = Buffer.from(unit.repeat(10_000))
  await expect(readMultipart(eventOf([body]), z.object({}), { files: {} } as never)).rejects.toThrow(message)
  expect(emitted.mock.calls.filter(([name]) => name === 'part').length).toBeLessThan(10)
})

it('a form boundary has at most 70 characters, as the standard says', async () => {
  const read = (boundary: string) => {
    const body = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="t"\r\n\r\nx\r\n--${boundary}--`,
    )
    const event = eventOf([body])
    event.node.req.headers['content-type'] = `multipart/form-data; boundary=${boundary}`
    return readMultipart(event, z.object({ t: z.string() }), { files: {} } as never)
  }
  const form = await read('b'.repeat(70))
  await form.remove()
  expect(form.fields).toEqual({ t: 'x' })
  await expect(read('b'.repeat(71))).rejects.toThrow('more than 70 characters')
})
