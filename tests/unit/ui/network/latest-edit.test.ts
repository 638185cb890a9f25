import { describe, expect, it } from 'vitest'
import { latestEdit } from '~/ui/network/latest-edit'

/** Creates edits of one value. The test resolves or rejects their requests. */
function given() {
  const log: string[] = []
  const responses: { resolve: () => void; reject: (error: Error) => void }[] = []
  const edit = latestEdit<number>({
    show: value => log.push(`show ${value}`),
    send(value) {
      log.push(`send ${value}`)
      return new Promise((resolve, reject) => responses.push({ resolve, reject }))
    },
    fail: error => log.push(`fail ${(error as Error).message}`),
    end: () => log.push('end'),
  })
  const settled = () => new Promise(resolve => setTimeout(resolve))
  return { log, edit, responses, settled }
}

describe('edits of one value', () => {
  it('several edits of a value are all shown at once, but only the first and last are sent', async () => {
    const { log, edit, responses, settled } = given()
    edit(1)
    edit(2)
    edit(3)
    expect(log).toEqual(['show 1', 'send 1', 'show 2', 'show 3'])
    responses[0]?.resolve()
    await settled()
    responses[1]?.resolve()
    await settled()
    expect(log.slice(4)).toEqual(['send 3', 'end'])
  })

  it('a rejected edit of a value is reported only once, and the edits that wait are dropped', async () => {
    const { log, edit, responses, settled } = given()
    edit(1)
    edit(2)
    responses[0]?.reject(new Error('offline'))
    await settled()
    expect(log.slice(3)).toEqual(['fail offline', 'end'])
    edit(4)
    expect(log.slice(5)).toEqual(['show 4', 'send 4'])
  })
})
