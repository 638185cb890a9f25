/** Plays videos backwards. */
export interface Rewind {
  start: () => void
  stop: () => void
}

interface RewindOptions {
  isSeeking: () => boolean
  /** Moves the position by the time since the last call, in seconds. Returns whether to continue. */
  move: (elapsed: number) => boolean
}

/**
 * Plays backwards by seeking as often as the browser can, because browsers have no negative playback rate.
 */
export function createRewind({ isSeeking, move }: RewindOptions): Rewind {
  let request = 0
  function next(before: number) {
    request = requestAnimationFrame(now => {
      if (isSeeking()) next(before)
      else if (move((now - before) / 1000)) next(now)
    })
  }
  return { start: () => next(performance.now()), stop: () => cancelAnimationFrame(request) }
}
