import { formatTimecode } from '~/annotation/time'
import { video as text } from '~/text/compare-and-video'

/** The functions that the shortcuts of videos call, and the state that they announce. */
interface PlayedByKeys {
  frame: (by: number) => void
  shuttle: (key: 'back' | 'stop' | 'forward') => void
  /** The position in seconds. */
  seconds: () => number
  /** The current speed; 0 while the video is paused. */
  speed: () => number
}

/** The number of frames for one step when Shift is held with an arrow key. */
const FRAMES_WITH_SHIFT = 10

/**
 * Handles the shortcuts that step, play and rewind a video, or all compared videos. Returns a function that
 * announces to screen readers that the video is playing or, if it is paused, the position. Call this function
 * after another shortcut has changed the video.
 */
export function useVideoShortcuts({ frame, shuttle, seconds, speed }: PlayedByKeys): () => void {
  const { announceSettled } = useSettledAnnouncement()
  const announce = () =>
    announceSettled(() =>
      speed() === 0 ? text.bar.pausedAt(formatTimecode(seconds() * 1000)) : text.bar.playing,
    )
  const announced = (act: () => void) => () => {
    act()
    announce()
  }
  useShortcuts({
    'shuttle-back': announced(() => shuttle('back')),
    'shuttle-stop': announced(() => shuttle('stop')),
    'shuttle-forward': announced(() => shuttle('forward')),
    'frame-back': announced(() => frame(-1)),
    'frame-forward': announced(() => frame(1)),
    'frames-back': announced(() => frame(-FRAMES_WITH_SHIFT)),
    'frames-forward': announced(() => frame(FRAMES_WITH_SHIFT)),
  })
  return announce
}
