import type { ServerResponse } from 'node:http'
import { AppError } from '#shared/errors'
import { metrics } from '~~/server/metrics'
import { fairShares } from '~~/server/process/fair-share'
import { currentRequest } from '~~/server/process/request-context'

/** Bodies that are not larger, in bytes or characters, do not count. */
const MAX_SMALL_BODY = 64 * 1024
/** The number of seconds after which a client can try again after a refusal. */
const RETRY_SECONDS = 5

/** A body that is being sent to a client. */
interface HeldBody {
  holder: string
  body: string | Buffer
  /** Ends the response, so that its body can leave the memory. */
  end: () => void
}

/** Limits the memory of the bodies that clients have not received yet. */
export class HeldBodies {
  /** The bodies in the order in which their responses began. */
  private readonly held = new Set<HeldBody>()

  constructor(private readonly limits: typeof fairShares.heldBytes = fairShares.heldBytes) {}

  /**
   * Counts a body for a holder. Returns a function to call when the response has ended. Throws `rate_limited`
   * if the holder has too many bytes already. A single body is never too large. If all holders together have
   * too many bytes, ends the oldest response of the holder with the most bytes.
   */
  hold(holder: string, body: string | Buffer, end: () => void): () => void {
    const added = { holder, body, end }
    const own = [...this.held].filter(each => each.holder === holder)
    if (own.length > 0 && bytesOf([...own, added]) > this.limits.holder) {
      metrics.rateLimited('heldBytes')
      throw new AppError('rate_limited', {
        message: 'Too many large responses are being sent to you or your address.',
        hint: 'Read the responses to earlier requests, then try again.',
        retryAfter: RETRY_SECONDS,
      })
    }
    this.held.add(added)
    while (this.held.size > 1 && bytesOf([...this.held]) > this.limits.total) this.endOne(added)
    return () => void this.held.delete(added)
  }

  /** Ends the oldest response of the holder with the most bytes, except the response that was added last. */
  private endOne(added: HeldBody): void {
    const others = [...this.held].filter(each => each !== added)
    const byHolder = [...Map.groupBy(others, each => each.holder).values()]
    const [largest] = byHolder.toSorted((one, other) => bytesOf(other) - bytesOf(one))
    const oldest = largest?.[0]
    if (!oldest) return
    this.held.delete(oldest)
    metrics.rateLimited('heldBytes')
    oldest.end()
  }
}

/** Returns the memory of bodies. Several responses with the same body share it. */
const bytesOf = (some: readonly HeldBody[]) =>
  [...new Set(some.map(each => each.body))].reduce((sum, { length }) => sum + length, 0)

const bodies = new HeldBodies()

/**
 * Counts the body of a response to a reading request until it is sent or the client disconnects. Call it
 * before the response begins. Throws `rate_limited`: see {@link HeldBodies}.
 */
export function holdBody(response: ServerResponse, body: string | Buffer): void {
  if (body.length <= MAX_SMALL_BODY) return
  const release = bodies.hold(currentRequest()?.holder ?? 'server', body, () => response.destroy())
  response.once('close', release)
}
