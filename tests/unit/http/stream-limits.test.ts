import { describe, expect, it } from 'vitest'
import { fairShares } from '~~/server/process/fair-share'
import { StreamCounter, viewerOf, type StreamLimits, type StreamViewer } from '~~/server/http/stream-limits'

const wide: StreamLimits = {
  total: 100,
  reservedForSessions: 0,
  shareLinks: 100,
  workspace: 100,
  person: 100,
  shareLink: 100,
  address: 100,
  visitorAddress: 100,
}
const member = (id: string): StreamViewer => ({ kind: 'session', id })
const agent = (id: string, workspaceId = `ws of ${id}`): StreamViewer => ({ kind: 'agent', id, workspaceId })
const visitor = (id: string, workspaceId = `ws of ${id}`): StreamViewer => ({
  kind: 'visitor',
  id,
  workspaceId,
})
const refused = expect.objectContaining({ code: 'rate_limited', retryAfter: 60 }) as Error

/** Opens streams. Returns the functions that end them. */
const open = (
  counter: StreamCounter,
  count: number,
  viewer: (i: number) => StreamViewer,
  address: (i: number) => string,
) => Array.from({ length: count }, (_, i) => counter.take(viewer(i), address(i)))
const anywhere = (i: number) => `a${i}`

describe('StreamCounter', () => {
  it.each<
    [
      what: string,
      Partial<StreamLimits>,
      (i: number) => StreamViewer,
      (i: number) => string,
      another: StreamViewer,
      anotherAddress: string,
    ]
  >([
    ['total', { total: 5 }, i => member(`s${i}`), anywhere, member('another'), 'another'],
    ['sessions', { total: 10, reservedForSessions: 5 }, i => agent(`p${i}`), anywhere, visitor('l'), 'b'],
    ['shareLinks', { shareLinks: 5 }, i => visitor(`l${i}`), anywhere, visitor('another'), 'another'],
    ['workspace', { workspace: 5 }, i => agent(`p${i}`, 'ws'), anywhere, visitor('l', 'ws'), 'another'],
    ['person', { person: 5 }, () => member('p'), anywhere, member('p'), 'another'],
    ['person', { person: 5 }, i => agent('p', `ws${i}`), anywhere, agent('p'), 'another'],
    ['shareLink', { shareLink: 5 }, () => visitor('l'), anywhere, visitor('l'), 'another'],
    ['address', { address: 5 }, i => member(`s${i}`), () => 'a', member('another'), 'a'],
    ['address', { address: 5 }, i => agent(`p${i}`), () => 'a', agent('another'), 'a'],
    ['visitorAddress', { visitorAddress: 5 }, i => visitor(`l${i}`), () => 'a', visitor('another'), 'a'],
  ])(
    'StreamCounter refuses a stream above the limit of %s in %j until another stream ends',
    (_, limits, viewer, address, another, anotherAddress) => {
      const counter = new StreamCounter({ ...wide, ...limits })
      const [first] = open(counter, 5, viewer, address)
      expect(() => counter.take(another, anotherAddress)).toThrow(refused)
      first?.()
      first?.()
      counter.take(another, anotherAddress)
      expect(() => counter.take(another, anotherAddress)).toThrow(refused)
    },
  )

  it('StreamCounter does not count a stream that it refused', () => {
    const counter = new StreamCounter({ ...wide, person: 1, address: 2 })
    counter.take(member('s'), 'a')
    for (let i = 0; i < 5; i++) expect(() => counter.take(member('s'), 'a')).toThrow(refused)
    counter.take(member('t'), 'a')
  })

  it('StreamCounter reserves a number of streams for people, which agents and visitors cannot use', () => {
    const counter = new StreamCounter()
    const { total, reservedForSessions, shareLinks, shareLink } = fairShares.streams
    open(counter, shareLinks, i => visitor(`l${Math.floor(i / shareLink)}`, `ws${i % 10}`), anywhere)
    expect(() => counter.take(visitor('m'), 'elsewhere')).toThrow(refused)
    open(counter, total - reservedForSessions - shareLinks, i => agent(`p${i % 10}`, `w${i % 10}`), anywhere)
    expect(() => counter.take(agent('another'), 'elsewhere')).toThrow(refused)
    open(counter, reservedForSessions, i => member(`s${i % 10}`), anywhere)
    expect(() => counter.take(member('another'), 'elsewhere')).toThrow(refused)
  })

  it('StreamCounter allows streams of other people’s agents while one person has 20 waiting tokens', () => {
    const counter = new StreamCounter()
    const caller = { type: 'agent', name: 'ci', projectId: null, capabilities: [], expiresAt: null } as const
    const tokens = Array.from({ length: 20 }, (_, i) =>
      viewerOf({ ...caller, id: `tok_${i}`, workspaceId: 'ws', createdBy: 'usr_noisy' }),
    )
    const waits = Array.from({ length: 2000 }, (_, i) => {
      try {
        return counter.take(tokens[i % 20] ?? member(''), `a${i}`)
      } catch {
        return null
      }
    })
    expect(waits.filter(each => each !== null)).toHaveLength(fairShares.streams.person)
    counter.take(viewerOf({ ...caller, id: 'tok_x', workspaceId: 'ws', createdBy: 'usr_quiet' }), 'b')
    // A token of a workspace without an account has no creator.
    counter.take(viewerOf({ ...caller, id: 'tok_y', workspaceId: 'ws', createdBy: null }), 'b')
  })
})
