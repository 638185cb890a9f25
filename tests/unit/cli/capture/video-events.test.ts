import type { TestResult, TestStep } from '@playwright/test/reporter'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { CollectedEvent } from '../../../../cli/reporters/test-evidence'
import { videoContext } from '../../../../cli/reporters/video-events'

const step = (category: string, title: string, at: number, more: Partial<TestStep> = {}) =>
  ({ category, title, startTime: new Date(at), duration: 0, steps: [], ...more }) as unknown as TestStep
const result = (steps: TestStep[], errors: { message: string }[] = []) =>
  ({ steps, errors, startTime: new Date(0), duration: 9000 }) as unknown as TestResult
const collected = (at: number, text: string, level: CollectedEvent['level'] = 'info'): CollectedEvent => ({
  at,
  kind: 'console',
  level,
  text,
  detail: null,
})
const eventsOf = (...args: Parameters<typeof videoContext>) =>
  (videoContext(...args)?.events ?? []).map(({ ms, text }) => [ms, text])

describe('the events of a video', () => {
  const created = step('fixture', 'Fixture "page"', 900, {
    steps: [step('pw:api', 'Create page', 900, { duration: 100 })],
  })
  const closed = step('pw:api', 'Close context', 6000)
  const click = step('pw:api', 'Click', 2500, { subtitle: "getByRole('button')" })

  it('event times are relative to the collected start of the page, or else to its creation', () => {
    const test = result([created, click, closed])
    expect(eventsOf(test, [{ startedAt: 1500, events: [] }], 0, 8000)[0]).toEqual([
      1000,
      "Click getByRole('button')",
    ])
    expect(eventsOf(test, [], 0, 8000)[0]).toEqual([1500, "Click getByRole('button')"])
    // If the video is shorter than the lifetime of its page, the video began after the page was created.
    expect(eventsOf(test, [], 0, 4000)[0]).toEqual([500, "Click getByRole('button')"])
    expect(videoContext(test, [], 1, 4000)).toBeNull()
  })

  it('events before the video are placed at its start, and events after it at its end', () => {
    const page = { startedAt: 1000, events: [collected(500, 'early'), collected(9000, 'late')] }
    expect(eventsOf(result([]), [page], 0, 2000)).toEqual([
      [0, 'early'],
      [2000, 'late'],
    ])
  })

  it('an error is placed at the end of the innermost failed step, or else of the last step', () => {
    const error = { message: 'Error: no total' }
    const inner = step('expect', 'Expect "toHaveText"', 3000, { error, duration: 500 })
    const outer = step('test.step', 'Pay', 2900, { error, duration: 900, steps: [inner] })
    const page = { startedAt: 1000, events: [] }
    const events = eventsOf(result([outer], [error, { message: 'thrown\nat once' }]), [page], 0, 9000)
    expect(events).toEqual([
      [1900, 'Pay'],
      [2000, 'Expect "toHaveText"'],
      [2500, 'Error: no total'],
      [2800, 'thrown'],
    ])
  })

  it('events contain no typed text and no query of a URL', () => {
    const steps = [
      step('pw:api', 'Fill "secret"', 1000, { subtitle: "getByLabel('Password')" }),
      step('pw:api', 'Navigate', 1000, { subtitle: 'shop.example/cart?token=secret' }),
      step('pw:api', 'Navigate to "/cart?token=secret"', 1000),
    ]
    expect(eventsOf(result(steps), [{ startedAt: 1000, events: [] }], 0, 9000).map(each => each[1])).toEqual([
      "Fill getByLabel('Password')",
      'Navigate shop.example/cart',
      'Navigate to "/cart"',
    ])
  })

  it('if there are too many events, errors and warnings are kept first; long texts are cut off', () => {
    const many = Array.from({ length: limits.contextEvents }, (_, n) => collected(1000 + n, `Line ${n}`))
    const page = { startedAt: 1000, events: many }
    expect(eventsOf(result([]), [page], 0, undefined)).toHaveLength(limits.contextEvents)
    const last = collected(9000, 'x'.repeat(600), 'error')
    const events = eventsOf(result([]), [{ ...page, events: [...many, last] }], 0, undefined)
    expect(events).toHaveLength(limits.contextEvents)
    expect(events.at(-1)).toEqual([8000, 'x'.repeat(500)])
    expect(events.at(-2)).toEqual([limits.contextEvents - 2, `Line ${limits.contextEvents - 2}`])
  })
})
