import type { Ref } from 'vue'
import { shuttle } from '~/annotation/playback'

/** The speed of a player, and the actions of its buttons and keys. */
export interface PlaybackSpeed {
  /** The current speed: 0 while paused, negative while the player plays backwards. */
  readonly speed: Ref<number>
  /** The speed at which `toggle` plays. */
  readonly chosen: Ref<number>
  /** Whether the player continues at the other end when it reaches one end. */
  readonly loop: Ref<boolean>
  /** Plays at a speed, backwards if it is negative, or pauses if it is 0. */
  run: (speed: number) => void
  toggle: () => void
  /** Sets the speed at which `toggle` plays. A player that plays forwards continues at this speed. */
  choose: (speed: number) => void
  /** Pauses, and steps by a number of frames. */
  frame: (by: number) => void
  shuttle: (key: 'back' | 'stop' | 'forward') => void
}

/** How a player controls its video or videos. Positions are in seconds. */
interface PlaybackOptions {
  /** Whether there is something to play. */
  isPlayable?: () => boolean
  /** Plays forwards. The new speed is set already. */
  play: (rate: number) => void
  pause: () => void
  position: () => number
  duration: () => number
  seek: (seconds: number) => void
  isSeeking: () => boolean
  /** Steps by a number of frames; see `FrameSteps`. */
  step: (by: number) => void
}

/** Creates the {@link PlaybackSpeed} of a player. The player must run at 0 when it is unmounted. */
export function createPlaybackSpeed(player: PlaybackOptions): PlaybackSpeed {
  const speed = ref(0)
  const chosen = ref(1)
  const loop = ref(false)
  const rewind = createRewind(player.isSeeking, elapsed => {
    const to = player.position() + speed.value * elapsed
    const next = to <= 0 && loop.value ? player.duration() : to
    player.seek(next)
    if (next > 0) return true
    run(0)
    return false
  })

  function run(to: number) {
    if (player.isPlayable?.() === false) return
    rewind.stop()
    speed.value = to
    if (to > 0) return player.play(to)
    player.pause()
    if (to < 0) rewind.start()
  }

  return {
    speed,
    chosen,
    loop,
    run,
    toggle: () => run(speed.value === 0 ? chosen.value : 0),
    choose(to) {
      chosen.value = to
      if (speed.value > 0) run(to)
    },
    frame(by) {
      run(0)
      player.step(by)
    },
    shuttle: key => run(shuttle(speed.value, key)),
  }
}

/**
 * Plays backwards by seeking as often as the browser can, because browsers have no negative playback rate.
 * `move` moves the position by the time since the last call, in seconds, and returns whether to continue.
 */
function createRewind(isSeeking: () => boolean, move: (elapsed: number) => boolean) {
  let request = 0
  function next(before: number) {
    request = requestAnimationFrame(now => {
      if (isSeeking()) next(before)
      else if (move((now - before) / 1000)) next(now)
    })
  }
  return { start: () => next(performance.now()), stop: () => cancelAnimationFrame(request) }
}
