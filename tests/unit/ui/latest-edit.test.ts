import { describe, expect, it } from 'vitest'
import { latestEdit } from '~/ui/latest-edit'

/** Edits of a value whose sends are answered by hand. */
function given() {
  const log: string[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const edit = latestEdit<number>({
    show: value => log.push(`show ${value}`),
    send(value) {
      log.push(`send ${value}`)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    },
    fail: error => log.push(`fail ${(error as Error).message}`),
    end: () => log.push('end'),
  })
  const settled = () => new Promise(resolve => setTimeout(resolve))
  return { log, edit, answers, settled }
}

describe('edits of one thing', () => {
  it('show each value at once, and send the first and the last', async () => {
    const { log, edit, answers, settled } = given()
    edit(1)
    edit(2)
    edit(3)
    expect(log).toEqual(['show 1', 'send 1', 'show 2', 'show 3'])
    answers[0]?.resolve()
    await settled()
    answers[1]?.resolve()
    await settled()
    expect(log.slice(4)).toEqual(['send 3', 'end'])
  })

  it('drop queued edits after one that was rejected, report it once, and start again', async () => {
    const { log, edit, answers, settled } = given()
    edit(1)
    edit(2)
    answers[0]?.reject(new Error('offline'))
    await settled()
    expect(log.slice(3)).toEqual(['fail offline', 'end'])
    edit(4)
    expect(log.slice(5)).toEqual(['show 4', 'send 4'])
  })
})
