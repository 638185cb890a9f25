import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { H3Event } from 'h3'
import type { ErrorCode } from '#shared/contract/kit/errors'
import { AppError } from '#shared/errors'
import { SECOND } from '#shared/time'
import { log } from '~~/server/process/log'
import type { LiveReview, Snapshot } from '~~/server/changes/live-review'
import { registerGauge } from '~~/server/metrics'
import { isUnavailable } from '~~/server/errors/unavailable'
import { clientAddress } from '../client'
import { STALLED_MS } from '../node/stalled-client'
import { StreamCounter, type StreamViewer } from '../stream-limits'
import { isHead, requestHeader } from '../request-header'

const HEARTBEAT_MS = 20_000
/** The time in milliseconds during which several changes are collected and sent as one event. */
const DEBOUNCE_MS = 100
/** The time in milliseconds after which a stream reads the state again, if the database did not respond. */
const RETRY_MS = SECOND

const open = new Set<AbortController>()
const counter = new StreamCounter()
registerGauge('eventStreams', () => open.size)

/** Ends all streams, so that the process can exit. The clients then connect to the next process. */
export function endStreams(): void {
  for (const stream of open) stream.abort()
}

/**
 * Sends server-sent events (HTML, 9.2): `changed` with the version as the id, `viewers` with the other
 * viewers of the review if the client is allowed to know them, `alive` after 20 seconds without an event, and
 * `gone` at the end. The state is read only when the client is ready for an event, so that events do not
 * queue up. If the database does not respond, reading is retried. `Last-Event-ID`, or else `since`,
 * identifies the state that the client already has. Throws `rate_limited` if a limit of {@link StreamCounter}
 * is reached.
 */
export async function sendEvents(
  event: H3Event,
  live: LiveReview,
  viewer: StreamViewer,
  since?: string,
): Promise<void> {
  const { signal, release } = openStream(event, viewer)
  const { res } = event.node
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // A proxy that compresses the stream would hold back events until it has enough bytes. `no-transform`
    // prevents this.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  if (isHead(event)) {
    release()
    return void res.end()
  }
  try {
    await streamChanges(res, live, { id: requestHeader(event, 'last-event-id'), since }, signal)
  } catch (error) {
    if (!signal.aborted) log.error('an event stream failed', { error })
  } finally {
    release()
    if (!res.writableEnded) res.end()
  }
}

/**
 * Counts a response that stays open. The returned signal is aborted when the client disconnects or the server
 * stops. Call `release` when the response ends. Throws `rate_limited` if a limit of {@link StreamCounter} is
 * reached.
 */
export function openStream(
  event: H3Event,
  viewer: StreamViewer,
): { signal: AbortSignal; release: () => void } {
  const release = counter.take(viewer, clientAddress(event))
  const ended = new AbortController()
  const end = () => ended.abort()
  const { res } = event.node
  open.add(ended)
  res.on('close', end).on('error', end)
  if (res.destroyed) end()
  return {
    signal: ended.signal,
    release() {
      open.delete(ended)
      release()
    },
  }
}

type Response = H3Event['node']['res']

async function streamChanges(
  res: Response,
  live: LiveReview,
  known: { id?: string; since?: string },
  ended: AbortSignal,
): Promise<void> {
  let changedSince = false
  let wake = () => {}
  const stop = live.subscribe(() => {
    changedSince = true
    wake()
  })
  ended.addEventListener('abort', () => wake())
  try {
    let sent = await readOnceAvailable(live, ended)
    if (ended.aborted) return
    if (!sent) return void res.end('event: gone\ndata: {}\n\n')
    const isKnown =
      known.id === undefined
        ? known.since === undefined || known.since === sent.updatedAt
        : known.id === String(sent.version)
    // If the client already has this state, sends only an `id` line. It sets the last event id of the client,
    // but does not dispatch an event.
    const first = isKnown ? `id: ${sent.version}\n\n` : changed(sent.version)
    await send(res, `retry: 2000\n\n${first}${sent.viewers?.length ? viewers(sent) : ''}`, ended)
    while (!ended.aborted) {
      await pause(DEBOUNCE_MS)
      let isHeartbeat = false
      if (!changedSince) {
        const timer = setTimeout(() => {
          isHeartbeat = true
          wake()
        }, HEARTBEAT_MS)
        await new Promise<void>(resolve => {
          wake = resolve
          if (ended.aborted) resolve()
        })
        clearTimeout(timer)
      }
      if (ended.aborted) return
      changedSince = false
      const next = await readOnceAvailable(live, ended)
      if (ended.aborted) return
      if (!next) return void res.end('event: gone\ndata: {}\n\n')
      await send(res, eventsBetween(sent, next) || (isHeartbeat ? alive : keepAlive), ended)
      sent = next
    }
  } finally {
    stop()
  }
}

const keepAlive = ': still here\n\n'
/**
 * An event that shows the page that the stream works. A comment in the stream would not be visible to the
 * page.
 */
const alive = 'event: alive\ndata: {}\n\n'

const changed = (version: number) =>
  `event: changed\nid: ${version}\ndata: ${JSON.stringify({ version })}\n\n`

const viewers = (now: Snapshot) => `event: viewers\ndata: ${JSON.stringify({ viewers: now.viewers })}\n\n`

/** Returns the text of the events for the differences between two states; empty if there are none. */
function eventsBetween(before: Snapshot, now: Snapshot): string {
  const isChanged = before.version !== now.version || before.allowed !== now.allowed
  const hasOtherViewers = JSON.stringify(before.viewers) !== JSON.stringify(now.viewers)
  return (isChanged ? changed(now.version) : '') + (hasOtherViewers ? viewers(now) : '')
}

/** The error codes that mean that the viewer has lost access to the review. */
const endingCodes: ErrorCode[] = ['not_found', 'suspended', 'password_required']

async function readSnapshot(live: LiveReview) {
  try {
    return await live.read()
  } catch (error) {
    if (error instanceof AppError && endingCodes.includes(error.code)) return null
    throw error
  }
}

/**
 * Reads the state. Retries while the database does not respond. Returns null if the viewer has lost access to
 * the review, or if the stream has ended.
 */
async function readOnceAvailable(live: LiveReview, ended: AbortSignal) {
  while (!ended.aborted) {
    try {
      return await readSnapshot(live)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await pause(RETRY_MS)
    }
  }
  return null
}

/** Writes text to the stream, and waits until the buffer for the client has space. */
async function send(res: Response, text: string, ended: AbortSignal): Promise<void> {
  if (ended.aborted || res.write(text)) return
  const timer = setTimeout(() => res.destroy(), STALLED_MS)
  await once(res, 'drain', { signal: ended }).finally(() => clearTimeout(timer))
}
