import { describe, expect, it } from 'vitest'
import type { ContextElement, ContextEvent } from '#shared/contract/context'
import type { Shape } from '#shared/contract/geometry'
import { elementsAt, eventsAt } from '#shared/review/context-at'

const element = (
  name: string,
  box: ContextElement['box'],
  more: Partial<ContextElement> = {},
): ContextElement => ({
  box,
  role: 'group',
  name,
  text: null,
  tag: 'div',
  selector: null,
  testId: null,
  source: null,
  component: null,
  ...more,
})
const unnamed = { role: null, name: null }

// A page with a form, a row of two buttons in it, and a label inside of the first button.
const page = element('page', [0, 0, 1, 1])
const form = element('form', [0.1, 0.1, 0.6, 0.5])
const buy = element('Buy', [0.2, 0.4, 0.1, 0.05], { role: 'button' })
const label = element('', [0.22, 0.41, 0.06, 0.03], { ...unnamed, text: 'Buy' })
const cancel = element('Cancel', [0.35, 0.4, 0.1, 0.05], { role: 'button' })
const elements = [page, form, buy, label, cancel]

const at = (...shapes: Shape[]) => elementsAt(elements, shapes).map(each => each.name)
const rectangle = (x: number, y: number, width: number, height: number): Shape => ({
  kind: 'rectangle',
  geometry: { x, y, width, height },
})
const point = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x, y } })

describe('the elements at a mark', () => {
  it('a point marks the smallest element with a role or a name, and then the elements around it', () => {
    expect(at(point(0.25, 0.42))).toEqual(['Buy', 'form', 'page'])
    expect(at(point(0.5, 0.2))).toEqual(['form', 'page'])
    expect(at(point(0.9, 0.9))).toEqual(['page'])
  })

  it('a rectangle marks the element that it fits, even if it is slightly larger or smaller', () => {
    expect(at(rectangle(0.2, 0.4, 0.1, 0.05))[0]).toBe('Buy')
    expect(at(rectangle(0.19, 0.39, 0.12, 0.07))[0]).toBe('Buy')
    expect(at(rectangle(0.21, 0.405, 0.08, 0.04))[0]).toBe('Buy')
    expect(at(rectangle(0.34, 0.39, 0.12, 0.07))).toEqual(['Cancel', 'form', 'page'])
  })

  it('a rectangle around several elements marks the element that contains them', () => {
    expect(at(rectangle(0.15, 0.35, 0.4, 0.15))[0]).toBe('form')
  })

  it('an arrow marks the element at its head, and freehand lines mark the elements in their box', () => {
    expect(at({ kind: 'arrow', geometry: { x1: 0.9, y1: 0.9, x2: 0.4, y2: 0.42 } })[0]).toBe('Cancel')
    const points: [number, number][] = [
      [0.19, 0.39],
      [0.31, 0.39],
      [0.31, 0.46],
      [0.19, 0.46],
    ]
    expect(at({ kind: 'freehand', geometry: { points } })[0]).toBe('Buy')
  })

  it('an element without a role and a name is stated only if no other element exists', () => {
    const [only] = elementsAt([label], [point(0.25, 0.42)])
    expect(only?.text).toBe('Buy')
  })

  it('a comment without a mark, and a mark outside of all elements, have no element', () => {
    expect(at()).toEqual([])
    expect(elementsAt([buy], [point(0.9, 0.9)])).toEqual([])
  })
})

describe('the events at a moment', () => {
  const event = (ms: number, level: ContextEvent['level'] = 'info'): ContextEvent => ({
    ms,
    kind: 'console',
    level,
    text: String(ms),
    detail: null,
  })
  const timesAt = (events: ContextEvent[], timestampMs: number | null, endMs: number | null = null) =>
    eventsAt(events, { timestampMs, endMs }).map(each => each.ms)

  it('a comment has the events at most two seconds before and after its time or range', () => {
    const events = [999, 1000, 3000, 5000, 5001, 7000, 7001].map(ms => event(ms))
    expect(timesAt(events, 3000)).toEqual([1000, 3000, 5000])
    expect(timesAt(events, 3000, 5000)).toEqual([1000, 3000, 5000, 5001, 7000])
    expect(timesAt(events, null)).toEqual([])
  })

  it('if there are more than twenty events, errors and warnings are kept first, then the nearest', () => {
    const events = [
      ...Array.from({ length: 30 }, (_, at) => event(3000 + at)),
      event(1000, 'error'),
      event(5000, 'warning'),
    ]
    const times = timesAt(events, 3000)
    expect(times).toHaveLength(20)
    expect([times[0], times.at(-1), times.at(-2)]).toEqual([1000, 5000, 3017])
  })
})
