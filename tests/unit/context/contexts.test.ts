import { expect, it, vi } from 'vitest'
import { writeWithContexts } from '~~/server/domain/thread/contexts'

const read: string[] = []
vi.mock('~~/server/storage/blobs', () => ({
  blobs: () => ({
    async getItemRaw(key: string) {
      read.push(key)
      const element = { box: [0, 0, 1, 1], role: 'button', name: `Button of ${key}`, testId: null }
      return Buffer.from(JSON.stringify({ elements: [element], events: [] }))
    },
  }),
}))
vi.mock('~~/server/db', () => ({ write: (run: (tx: object) => unknown) => run({}) }))

const placeAt = (x: number) => ({
  kind: 'point' as const,
  geometry: { x, y: 0.5 },
  shapes: [],
  timestampMs: null,
  endMs: null,
})

it('a write with 100 comments on 50 revisions runs twice, and reads each context once', async () => {
  let runs = 0
  const stated = await writeWithContexts(async (_tx, contexts) => {
    runs++
    return Array.from({ length: 100 }, (_, i) =>
      contexts.at({ contextKey: `context-${i % 50}` }, placeAt(i / 100)),
    )
  })
  expect(runs).toBe(2)
  expect(read).toHaveLength(50)
  expect(stated.map(each => each.elements?.[0]?.name)).toEqual(
    Array.from({ length: 100 }, (_, i) => `Button of context-${i % 50}`),
  )
})

it('a write on revisions without a context runs once', async () => {
  let runs = 0
  await writeWithContexts(async (_tx, contexts) => {
    runs++
    expect(contexts.at({ contextKey: null }, placeAt(0))).toEqual({ elements: null, events: null })
    expect(contexts.at(null, placeAt(0))).toEqual({ elements: null, events: null })
  })
  expect(runs).toBe(1)
})
