import { expect, it } from 'vitest'
import type { ContextElement, RevisionContext } from '#shared/contract/context'
import { describedAt, describePlaces } from '~~/server/domain/thread/contexts'
import { countTurns } from '../../support/turns'

const element = (at: number): ContextElement => ({
  box: [0.1, 0.1, 0.5 - at / 10_000, 0.5],
  role: 'button',
  name: `Button ${at}`,
  ...{ source: null, text: null, tag: null, selector: null, testId: null, component: null },
})
const context = {
  elements: Array.from({ length: 2000 }, (_, at) => element(at)),
  events: [],
} as unknown as RevisionContext
const placeAt = (at: number) => ({
  kind: 'rectangle' as const,
  geometry: { x: 0.1, y: 0.1, width: 0.5 - at / 10_000, height: 0.5 },
  shapes: [],
  timestampMs: null,
  endMs: null,
})

it('other requests are handled while 2,000 elements are compared with hundreds of threads', async () => {
  const places = Array.from({ length: 600 }, (_, at) => placeAt(at))
  const turns = await countTurns(async () => {
    const described = await describePlaces(context, places)
    expect(described.size).toBe(600)
    expect(described.values().next().value?.elements?.[0]?.name).toBe('Button 0')
  })
  expect(turns).toBeGreaterThan(3)
})

it('a thread that was moved after its place was described gets the elements of its new place', async () => {
  const described = await describePlaces(context, [placeAt(0)])
  const none = { ...context, elements: [] }
  expect(describedAt(described, none, placeAt(0)).elements?.[0]?.name).toBe('Button 0')
  expect(describedAt(described, none, placeAt(1)).elements).toEqual([])
})
