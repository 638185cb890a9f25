import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { recordsFile } from '~~/server/domain/export/records-file'

it('other events are handled between the pages of exported records', async () => {
  const order: string[] = []
  async function* pages() {
    for (const page of [1, 2, 3]) {
      order.push(`page ${page}`)
      setImmediate(() => order.push(`event after page ${page}`))
      yield [{ page }]
    }
  }
  const file = recordsFile({ name: 'records', format: 'jsonl', columns: [], pages })
  expect(await text(await file.open())).toBe('{"page":1}\n{"page":2}\n{"page":3}\n')
  expect(order).toEqual([
    'page 1',
    'event after page 1',
    'page 2',
    'event after page 2',
    'page 3',
    'event after page 3',
  ])
})
