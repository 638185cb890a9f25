import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/ids'
import { lockNothing, writeUnguarded } from '~~/server/db'
import { artifact, comment, review, revision, thread } from '~~/server/db/schema'
import { runRequest } from '~~/server/process/request-context'
import { ShareRefusedError } from '~~/server/process/share-refused-error'
import { invokeCached, type CacheOptions } from '~~/server/transport/invoke-cached'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

const id = newId('review')
const folder = mkdtempSync(join(tmpdir(), 'exhibit-large-'))
let seeded: SeededDatabase

beforeAll(async () => {
  process.env.DATA_DIR = folder
  seeded = await seedDatabase()
  await writeUnguarded(async tx => {
    lockNothing()
    const at = { createdAt: 1, updatedAt: 1 }
    const of = { projectId: 'prj_1', workspaceId: 'ws_1', title: 't', status: 'open' as const }
    await tx.insert(review).values({ id, ...of, ...at })
    const evidence = { id: 'art_1', reviewId: id, kind: 'image', title: 't', status: 'ready' } as const
    await tx.insert(artifact).values({ ...evidence, nextIndex: 2, ...at })
    const file = { mime: 'image/png' as const, bytes: 1, width: 100, height: 80 }
    await tx.insert(revision).values({ id: 'rvs_1', artifactId: 'art_1', index: 1, ...file, ...at })
    const where = { reviewId: id, artifactId: 'art_1', revisionId: 'rvs_1', kind: 'artifact' } as const
    await tx.insert(thread).values({ id: 'thr_1', ...where, number: 1, status: 'open', ...at })
    for (let n = 0; n < 20; n++)
      await tx.insert(comment).values({
        ...{ id: `cmt_${n}`, threadId: 'thr_1', body: 'x'.repeat(10_000), createdAt: n },
        ...{ authorType: 'human', authorId: 'usr_1', authorName: 'Mel' },
      })
  })
})
afterAll(() => {
  seeded.remove()
  rmSync(folder, { recursive: true })
})

/** Lists the threads of the large review for a holder. */
const read = (
  holder: string,
  size: number,
  options: Partial<CacheOptions<'listThreads'>> = {},
  response = {} as ServerResponse,
) =>
  runRequest({ id: 'r', message: {}, response, holder }, () =>
    invokeCached(
      'listThreads',
      {
        actor: seeded.human,
        client: () => 'test',
        params: { id },
        query: { size: String(size) },
        readBody: () => undefined,
      },
      { clientTags: [], ...options },
    ),
  )

it('the texts of large responses are created one by one, in different turns of the event loop', async () => {
  const created: number[] = []
  let turn = 0
  const count = () => {
    turn += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const textOf = () => {
    created.push(turn)
    return 'text'
  }
  // The next requests do not wait for the list, because it is cached now.
  await read('a', 1_000_100)
  await Promise.all(Array.from({ length: 8 }, (_, n) => read('a', 1_000_000 + n, { textOf })))
  clearImmediate(timer)
  expect(created).toHaveLength(8)
  expect(new Set(created).size).toBe(8)
})

it('a response that the holder may not receive is refused before its text is created', async () => {
  const lengths: number[] = []
  let texts = 0
  const textOf = () => {
    texts += 1
    return 'text'
  }
  const reserve = (length: number) => {
    lengths.push(length)
    throw new ShareRefusedError('Too many.', 'Wait.')
  }
  const refused = [read('a', 2_000_000, { reserve, textOf }), read('a', 2_000_000, { reserve, textOf })]
  const allowed = read('b', 2_000_000, { textOf })
  for (const each of refused) await expect(each).rejects.toMatchObject({ code: 'rate_limited' })
  expect(lengths).toHaveLength(1)
  expect(lengths[0]).toBeGreaterThan(200_000)
  // The request of another holder shared the call that was refused.
  expect((await allowed).response?.body).toBe('text')
  expect(texts).toBe(1)
})

it('the text of a large response is not created for a client that has left', async () => {
  const left = { destroyed: true, writableFinished: false } as ServerResponse
  let texts = 0
  const textOf = () => {
    texts += 1
    return 'text'
  }
  await expect(read('a', 3_000_000, { textOf }, left)).rejects.toMatchObject({ code: 'request_timeout' })
  expect(texts).toBe(0)
})
