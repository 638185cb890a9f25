import type { ServerResponse } from 'node:http'
import { refusedShare } from '~~/server/metrics/refused-share'
import { metrics } from '~~/server/metrics'
import { fairShares } from '~~/server/process/fair-share'
import { currentRequest } from '~~/server/process/request-context'

/** A body, or the approximate length of a body that is being created. */
interface Sized {
  readonly length: number
}

/** A body that is being sent to a client, or created for it. */
interface HeldBody {
  holder: string
  body: Sized
  /** Ends the response, so that its body can leave the memory. */
  end: () => void
  /** Stops counting the body. */
  release: () => void
}

/** Limits the memory of the bodies that clients have not received yet. */
export class HeldBodies {
  /** The bodies in the order in which their responses began. */
  private readonly held = new Set<HeldBody>()

  constructor(private readonly limits: { total: number; holder: number } = fairShares.heldBytes) {}

  /**
   * Counts a body for a holder. Call `release` of the result when the response has ended. Throws
   * `rate_limited` if the holder has too many bytes already. A single body is never too large. If all holders
   * together have too many bytes, ends the oldest response of the holder with the most bytes.
   */
  hold(holder: string, body: Sized, end: () => void): HeldBody {
    const added: HeldBody = { holder, body, end, release: () => void this.held.delete(added) }
    const own = [...this.held].filter(each => each.holder === holder)
    if (own.length > 0 && bytesOf([...own, added]) > this.limits.holder) {
      throw refusedShare(
        'heldBytes',
        'Too many large responses are being sent to you or your address.',
        'Read the responses to earlier requests, then try again.',
      )
    }
    this.held.add(added)
    while (this.held.size > 1 && bytesOf([...this.held]) > this.limits.total) this.endOne(added)
    return added
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
const heldOf = new WeakMap<ServerResponse, HeldBody>()

/**
 * Counts the body of a response to a reading request until it is sent or the client disconnects. Call it
 * before the response begins, and also before a large body is created, with its approximate length. Throws
 * `rate_limited`: see {@link HeldBodies}.
 */
export function holdBody(response: ServerResponse, body: Sized): void {
  const reserved = heldOf.get(response)
  if (reserved) reserved.body = body
  // No further event ends the body of a client that has left.
  if (reserved || body.length <= fairShares.heldBytes.small || response.destroyed) return
  const held = bodies.hold(currentRequest()?.holder ?? 'server', body, () => response.destroy())
  heldOf.set(response, held)
  response.once('close', held.release)
}
