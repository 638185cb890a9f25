import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import { writeWithContexts } from '~~/server/domain/thread/contexts'
import { storeContext } from '~~/server/domain/upload/revision-context'
import { blobs, createBlobStorage, startBlobs } from '~~/server/storage/blobs'
import { fsDriver } from '~~/server/storage/fs'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
let folder: string
beforeAll(async () => {
  seeded = await seedDatabase()
  folder = await mkdtemp(join(tmpdir(), 'exhibit-contexts-'))
  startBlobs(createBlobStorage(fsDriver({ folder })))
})
afterAll(async () => {
  await seeded.remove()
  await rm(folder, { recursive: true })
})

const button = (name: string): RevisionContext['elements'][number] => ({
  ...{ box: [0, 0, 1, 1], role: 'button', name, text: null, tag: null },
  ...{ selector: null, testId: null, source: null, component: null },
})
const placeAt = (x: number) => ({
  kind: 'point' as const,
  geometry: { x, y: 0.5 },
  shapes: [],
  timestampMs: null,
  endMs: null,
})

it('a write with 100 comments on 50 revisions runs twice, and reads each context once', async () => {
  const keys: string[] = []
  for (let index = 0; index < 50; index++) {
    const context = { page: null, elements: [button(`Button ${index}`)], events: [], aria: null }
    keys.push((await storeContext(`rvs_${index}`, context)).key)
  }
  const read = vi.spyOn(blobs(), 'getItemRaw')
  let runs = 0
  const stated = await writeWithContexts(async (_tx, contexts) => {
    runs++
    return Array.from({ length: 100 }, (_, i) =>
      contexts.at({ contextKey: keys[i % 50] ?? null }, placeAt(i / 100)),
    )
  })
  expect(runs).toBe(2)
  expect(read.mock.calls.map(([key]) => key)).toEqual(keys)
  read.mockRestore()
  expect(stated.map(each => each.elements?.[0]?.name)).toEqual(
    Array.from({ length: 100 }, (_, i) => `Button ${i % 50}`),
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
