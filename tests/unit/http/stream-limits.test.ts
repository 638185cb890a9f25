import { describe, expect, it } from 'vitest'
import {
  StreamCounter,
  streamLimits,
  type StreamLimits,
  type StreamViewer,
} from '~~/server/http/stream-limits'

const wide: StreamLimits = {
  total: 100,
  shares: 100,
  perShareLink: 100,
  perSession: 100,
  perToken: 100,
  memberAddress: 100,
  shareAddress: 100,
}
const member = (id: string): StreamViewer => ({ kind: 'session', id })
const share = (id: string): StreamViewer => ({ kind: 'share', id })
const refused = expect.objectContaining({ code: 'rate_limited', retryAfter: 60 }) as Error

/** Opens streams; returns how to end them. */
const open = (
  counter: StreamCounter,
  count: number,
  viewer: (i: number) => StreamViewer,
  address: (i: number) => string,
) => Array.from({ length: count }, (_, i) => counter.open(viewer(i), address(i)))

describe('StreamCounter', () => {
  it.each<
    [string, Partial<StreamLimits>, (i: number) => StreamViewer, (i: number) => string, StreamViewer, string]
  >([
    ['total', { total: 5 }, i => member(`s${i}`), i => `a${i}`, member('another'), 'another'],
    ['shares', { shares: 5 }, i => share(`l${i}`), i => `a${i}`, share('another'), 'another'],
    ['perShareLink', { perShareLink: 5 }, () => share('l'), i => `a${i}`, share('l'), 'another'],
    ['perSession', { perSession: 5 }, () => member('s'), i => `a${i}`, member('s'), 'another'],
    ['memberAddress', { memberAddress: 5 }, i => member(`s${i}`), () => 'a', member('another'), 'a'],
    ['shareAddress', { shareAddress: 5 }, i => share(`l${i}`), () => 'a', share('another'), 'a'],
  ])(
    'allows as many as %s says, refuses one more, and allows it when one has ended',
    (_, limits, viewer, address, another, anotherAddress) => {
      const counter = new StreamCounter({ ...wide, ...limits })
      const [first] = open(counter, 5, viewer, address)
      expect(() => counter.open(another, anotherAddress)).toThrow(refused)
      first?.()
      first?.()
      counter.open(another, anotherAddress)
      expect(() => counter.open(another, anotherAddress)).toThrow(refused)
    },
  )

  it('counts nothing for a stream it refused', () => {
    const counter = new StreamCounter({ ...wide, perSession: 1, memberAddress: 2 })
    counter.open(member('s'), 'a')
    for (let i = 0; i < 5; i++) expect(() => counter.open(member('s'), 'a')).toThrow(refused)
    counter.open(member('t'), 'a')
  })

  it('leaves members room when share links have taken all of theirs, also from the same address', () => {
    const counter = new StreamCounter()
    const { shares, shareAddress, perShareLink, total } = streamLimits
    open(
      counter,
      perShareLink,
      () => share('l'),
      () => 'office',
    )
    expect(() => counter.open(share('l'), 'elsewhere')).toThrow(refused)
    expect(() => counter.open(share('m'), 'office')).toThrow(refused)
    open(
      counter,
      shares - perShareLink,
      i => share(`l${i}`),
      i => `a${i % 20}`,
    )
    expect(() => counter.open(share('m'), 'elsewhere')).toThrow(refused)
    open(
      counter,
      total - shares,
      i => member(`s${i % 100}`),
      i => (i < shareAddress ? 'office' : `a${i % 20}`),
    )
    expect(() => counter.open(member('s'), 'elsewhere')).toThrow(refused)
  })
})
