import { formatTimecode } from '~/annotation/time'
import { video as text } from '~/text/compare-and-video'

/** What the shortcuts of videos call, and what they announce. */
interface PlayedByKeys {
  frame: (by: number) => void
  shuttle: (key: 'back' | 'stop' | 'forward') => void
  /** The position. */
  seconds: () => number
  /** 0 while it is paused. */
  speed: () => number
}

/** Frames that the arrow keys step by with Shift. */
const FAR = 10

/**
 * Handles the shortcuts that step, play and rewind a video, or all videos that are compared. Returns a
 * function that announces the position, or that it plays, after another shortcut has changed it.
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
    'frames-back': announced(() => frame(-FAR)),
    'frames-forward': announced(() => frame(FAR)),
  })
  return announce
}
