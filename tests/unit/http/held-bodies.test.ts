import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { HeldBodies, holdBody } from '~~/server/http/responses/held-bodies'
import { fairShares } from '~~/server/process/fair-share'

/** Returns a function that holds a body for a holder, and the list of the responses that were ended. */
function start() {
  const bodies = new HeldBodies({ total: 100, holder: 40 })
  const ended: string[] = []
  const hold = (holder: string, body: string | Buffer, name = holder) =>
    bodies.hold(holder, body, () => ended.push(name)).release
  return { hold, ended }
}

describe('bodies that clients have not received', () => {
  it('bodies of a holder over the limit are refused until another response has ended', () => {
    const { hold } = start()
    const release = hold('a', Buffer.alloc(30))
    expect(() => hold('a', Buffer.alloc(11))).toThrow('Too many large responses')
    hold('b', Buffer.alloc(11))
    release()
    hold('a', Buffer.alloc(11))
  })

  it('a body that several responses share counts once', () => {
    const { hold, ended } = start()
    const body = Buffer.alloc(40)
    for (let i = 0; i < 10; i++) hold('a', body)
    expect(() => hold('a', Buffer.alloc(1))).toThrow('Too many large responses')
    expect(ended).toEqual([])
  })

  it('a single body larger than the limits is sent', () => {
    const { hold, ended } = start()
    hold('a', Buffer.alloc(200))
    expect(ended).toEqual([])
  })

  it('over the total limit, the oldest response of the holder with the most bytes is ended', () => {
    const { hold, ended } = start()
    hold('small', Buffer.alloc(20))
    hold('large', Buffer.alloc(10), 'first')
    hold('large', Buffer.alloc(30), 'second')
    hold('other', Buffer.alloc(35))
    expect(ended).toEqual([])
    hold('new', Buffer.alloc(10))
    expect(ended).toEqual(['first'])
    hold('new', Buffer.alloc(20))
    expect(ended).toEqual(['first', 'other'])
  })

  it('a length that was reserved for a response is replaced by its body', () => {
    const most = fairShares.heldBytes.holder
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const other = new ServerResponse(new IncomingMessage(new Socket()))
    holdBody(response, { length: most })
    expect(() => holdBody(other, { length: 100_000 })).toThrow('Too many large responses')
    holdBody(response, Buffer.alloc(most - 100_000))
    holdBody(other, { length: 100_000 })
    response.emit('close')
    other.emit('close')
  })

  it('the body of a client that has left does not count', () => {
    const left = new ServerResponse(new IncomingMessage(new Socket())).destroy()
    holdBody(left, { length: fairShares.heldBytes.holder })
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    holdBody(response, { length: 100_000 })
    response.emit('close')
  })
})
