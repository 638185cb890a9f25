import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '#shared/contract/reviewer'
import { db, write } from '~~/server/db'
import { review, user, viewer } from '~~/server/db/schema'
import { readViewers, recordViewer, stopPresence } from '~~/server/domain/review/presence'
import { recordReads } from '../../support/data/recorded-reads'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
const people = ['usr_hal', 'usr_bob']
beforeAll(async () => {
  seeded = await seedDatabase()
  await write(async tx => {
    for (const id of people)
      await tx.insert(user).values({
        ...{ id, name: id, email: `${id}@example.com`, emailVerified: true },
        ...{ createdAt: new Date(), updatedAt: new Date() },
      })
    const row = { id: 'rev_1', projectId: 'prj_1', workspaceId: 'ws_1', title: 't', status: 'open' } as const
    await tx.insert(review).values({ ...row, createdAt: 1, updatedAt: 1 })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(stopPresence)
afterAll(async () => {
  vi.useRealTimers()
  await seeded.remove()
})

const rows = () => db.select({ id: viewer.id, userId: viewer.userId }).from(viewer)
const untilViewers = (ids: string[]) =>
  expect.poll(async () => (await rows()).map(each => each.userId)).toEqual(ids)

describe('the record of a person who has a review open', () => {
  it('pages of the same person share one record, which lasts until the last page closed', async () => {
    const [first, second] = [recordViewer('rev_1', 'usr_hal'), recordViewer('rev_1', 'usr_hal')]
    await untilViewers(['usr_hal'])
    const [row] = await rows()
    first()
    vi.advanceTimersByTime(2000)
    second()
    vi.advanceTimersByTime(1999)
    const third = recordViewer('rev_1', 'usr_hal')
    vi.advanceTimersByTime(10_000)
    const other = recordViewer('rev_1', 'usr_bob')
    await untilViewers(['usr_hal', 'usr_bob'])
    expect((await rows())[0]).toEqual(row)
    third()
    vi.advanceTimersByTime(2000)
    await untilViewers(['usr_bob'])
    other()
  })

  it('a server that ends deletes the records at once', async () => {
    recordViewer('rev_1', 'usr_hal')()
    recordViewer('rev_1', 'usr_bob')
    await untilViewers(people)
    await stopPresence()
    expect(await rows()).toEqual([])
  })

  it('event streams that read the viewers at the same time share one query', async () => {
    for (const id of people) recordViewer('rev_1', id)
    await untilViewers(people)
    let read: Viewer[][] = []
    const reads = await recordReads(async () => {
      read = await Promise.all([...people, 'usr_3', 'usr_4'].map(id => readViewers('rev_1', id)))
    })
    expect(read.map(each => each.map(({ userId }) => userId))).toEqual([
      ['usr_bob'],
      ['usr_hal'],
      people,
      people,
    ])
    expect(reads.filter(each => each.text.includes('viewer'))).toHaveLength(1)
  })
})
