import { expect, it } from 'vitest'
import type { ContextElement } from '#shared/contract/context'
import { limits } from '#shared/contract/kit/limits'
import { withoutPainted } from '~~/server/domain/upload/revision-context'

const painted = { x: 0, y: 0, width: 0.1, height: 0.1 }

const element = (isPainted: boolean, selector: string, testId: string | null = null): ContextElement => ({
  box: isPainted ? [0, 0, 0.05, 0.05] : [0.5, 0.5, 0.1, 0.1],
  ...{ role: null, name: null, text: null, tag: null, selector, testId, source: null, component: null },
})

/** Returns the selectors that are left of a page with these elements after an area of it was painted over. */
const selectorsLeft = (elements: ContextElement[]) =>
  withoutPainted({ page: null, elements, events: [], aria: null }, [painted]).elements.map(
    each => each.selector,
  )

it('of a page of the maximum size, only selectors that contain a redacted element are removed', () => {
  const elements = Array.from({ length: limits.contextElements }, (_, index) =>
    element(index < 100, `main > section > article:nth-of-type(${index + 1})`),
  )
  expect(selectorsLeft(elements).filter(Boolean)).toHaveLength(limits.contextElements - 100)
  expect(selectorsLeft([...elements.slice(0, 1), element(false, `${elements[0]?.selector} > b`)])).toEqual([
    null,
    null,
  ])
})

it('a page loses all selectors if searching these for redacted elements would take too long', () => {
  const half = limits.contextElements / 2
  const elements = Array.from({ length: limits.contextElements }, (_, index) =>
    index < half
      ? element(true, `aaaaa${index}`, `aaaaab${index}`)
      : element(false, 'a'.repeat(limits.contextSelector)),
  )
  expect(new Set(selectorsLeft(elements))).toEqual(new Set([null]))
})

it('the test id of an element is removed if it contains the test id of a redacted element', () => {
  const { elements } = withoutPainted(
    {
      page: null,
      elements: [
        element(true, '#a', 'card-4711'),
        element(false, 'b', 'row-card-4711'),
        element(false, 'c', 'row'),
      ],
      events: [],
      aria: null,
    },
    [painted],
  )
  expect(elements.map(each => [each.selector, each.testId])).toEqual([
    [null, null],
    ['b', null],
    ['c', 'row'],
  ])
})
