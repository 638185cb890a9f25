import { expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import { readAllThreads } from '#shared/review/all-threads'

const thread = (threadId: string, comment = threadId) => ({ threadId, comment }) as Thread

it('readAllThreads reads all pages, and returns each thread once in its last version', async () => {
  const pages = [
    { threads: [thread('a'), thread('b')], cursor: '5', more: true as const },
    { threads: [thread('c')], cursor: '7', more: true as const },
    { threads: [thread('a', 'changed')], cursor: '9' },
  ]
  const asked: (string | undefined)[] = []
  const all = await readAllThreads(async since => {
    asked.push(since)
    return pages[asked.length - 1] ?? { threads: [], cursor: '' }
  })
  expect(asked).toEqual([undefined, '5', '7'])
  expect(all.threads.map(each => each.comment)).toEqual(['changed', 'b', 'c'])
  expect([all.cursor, all.more]).toEqual(['9', undefined])
})
