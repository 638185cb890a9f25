import type { ServerContext } from '@modelcontextprotocol/server'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { threadsWithNews } from '#shared/review/format-thread'
import { SECOND } from '#shared/time'
import { invoke } from '~~/server/transport/invoke'
import type { McpSession } from './session'
import type { ToolRequest } from './tools'

const PROGRESS_MS = 10 * SECOND

/**
 * Waits for feedback. The call can specify how long. Otherwise the maximum is less than a minute, or four
 * minutes if the call requests progress notifications, which are then sent every ten seconds. The wait ends
 * early when the connection closes or the server stops. It counts as an open event stream, so this function
 * throws `rate_limited` if too many event streams are open.
 */
export async function waitForFeedback(
  { params, query }: ToolRequest,
  { actor, client, openWait }: McpSession,
  { mcpReq }: ServerContext,
): Promise<Output<'waitForFeedback'>> {
  const wait = openWait()
  const signal = AbortSignal.any([wait.signal, mcpReq.signal])
  const asksProgress = mcpReq._meta?.progressToken !== undefined
  const total = asksProgress ? limits.toolWaitSecondsWithProgress : limits.toolWaitSeconds
  const deadline = Date.now() + total * SECOND
  const stopProgress = asksProgress ? reportProgress(mcpReq, total) : () => {}
  try {
    for (let since = query.since; ;) {
      const left = Math.max(0, Math.ceil((deadline - Date.now()) / SECOND))
      const seconds = query.seconds ?? Math.min(limits.waitSeconds, left)
      const { result } = await invoke('waitForFeedback', {
        actor,
        client,
        params,
        query: { ...query, seconds, ...(since !== undefined && { since }) },
        readBody: () => undefined,
        signal: () => signal,
      })
      if (result.changed || signal.aborted || query.seconds !== undefined || Date.now() >= deadline)
        return { ...result, threads: threadsWithNews(result.nextAction, result.threads) }
      since = result.cursor
    }
  } finally {
    stopProgress()
    wait.release()
  }
}

/**
 * Sends a progress notification immediately and then every ten seconds. Returns a function that stops the
 * notifications.
 */
function reportProgress({ _meta, notify }: ServerContext['mcpReq'], total: number): () => void {
  let progress = 0
  const report = () => {
    const params = { progressToken: _meta?.progressToken, progress, total, message: 'Waiting for feedback' }
    // Sending fails if the client has disconnected. The error is ignored, because the signal then ends the
    // wait.
    notify({ method: 'notifications/progress', params }).catch(() => {})
    progress += PROGRESS_MS / SECOND
  }
  report()
  const timer = setInterval(report, PROGRESS_MS)
  return () => clearInterval(timer)
}
