import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { connect } from '../../../../cli/capture/browser/cdp'

/** Connects to a browser that sends only what a test writes. `tab` has a time limit of 20 ms. */
function silentBrowser() {
  const output = new PassThrough()
  const connection = connect(output, new PassThrough())
  const tab = connection.session('tab', {
    ms: 20,
    late: ms => new Error(`late after ${ms} ms`),
    ended: () => new Error('ended'),
  })
  return { connection, tab, write: (message: object) => output.write(`${JSON.stringify(message)}\0`) }
}

describe('the connection to a browser', () => {
  it('a call without a result fails after the time limit of its tab, or after its own', async () => {
    const { tab } = silentBrowser()
    await expect(tab.send('Runtime.evaluate')).rejects.toThrow('late after 20 ms')
    await expect(tab.send('Runtime.evaluate', {}, 5)).rejects.toThrow('late after 5 ms')
  })

  it('a call with a result within its time limit returns it, and a later result is ignored', async () => {
    const { tab, write } = silentBrowser()
    const first = tab.send('Page.enable')
    write({ id: 1, sessionId: 'tab', result: { isEnabled: true } })
    await expect(first).resolves.toEqual({ isEnabled: true })
    await expect(tab.send('Page.enable')).rejects.toThrow('late')
    write({ id: 2, sessionId: 'tab', result: {} })
    await sleep(1)
  })

  it.each([
    ['crash of a tab', { method: 'Inspector.targetCrashed', sessionId: 'tab' }],
    ['closed tab', { method: 'Target.detachedFromTarget', params: { sessionId: 'tab' } }],
  ])('a %s rejects its pending and later calls, and no calls of other tabs', async (_event, message) => {
    const { connection, tab, write } = silentBrowser()
    const other = connection.session('other').send('Page.enable')
    const pending = tab.send('Page.enable', {}, 10_000)
    write(message)
    await expect(pending).rejects.toThrow('ended')
    await expect(tab.send('Page.enable')).rejects.toThrow('ended')
    write({ id: 1, sessionId: 'other', result: {} })
    await expect(other).resolves.toEqual({})
  })
})
