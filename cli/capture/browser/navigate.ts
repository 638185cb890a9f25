import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './cdp'

/**
 * Opens a URL in a tab and waits until it is loaded, or for `timeout` milliseconds. Returns the HTTP status
 * (0 if there is none), and the reason if the page did not load.
 */
export async function navigate(
  { send, on }: Session,
  url: string,
  timeout: number,
): Promise<{ status: number; failure?: string }> {
  const responses: { frameId: string; loaderId: string; status: number }[] = []
  on<{ type: string; frameId: string; loaderId: string; response: { status: number } }>(
    'Network.responseReceived',
    ({ type, frameId, loaderId, response: { status } }) => {
      if (type === 'Document') responses.push({ frameId, loaderId, status })
    },
  )
  const loaded = new Promise<void>(resolve => on('Page.loadEventFired', () => resolve()))
  const limit = sleep(timeout, 'late' as const, { ref: false })
  const started = await Promise.race([
    send<{ frameId: string; loaderId?: string; errorText?: string }>('Page.navigate', { url }),
    limit,
  ])
  if (started === 'late') return { status: 0, failure: `no response within ${timeout / 1000} s` }
  if (started.errorText) return { status: 0, failure: started.errorText.replace(/^net::/, '') }
  const isComplete = (await Promise.race([loaded, limit])) !== 'late'
  const own = responses.findLast(
    each => each.frameId === started.frameId && each.loaderId === started.loaderId,
  )
  return { status: own?.status ?? 0, ...(!isComplete && { failure: `not complete in ${timeout / 1000} s` }) }
}
