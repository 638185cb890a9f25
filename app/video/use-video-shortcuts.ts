/** What the shortcuts of videos call. */
interface PlayedByKeys {
  frame: (by: number) => void
  shuttle: (key: 'back' | 'stop' | 'forward') => void
}

/** Frames that the arrow keys step by with Shift. */
const FAR = 10

/** Handles the shortcuts that step, play and rewind a video, or all videos that are compared. */
export function useVideoShortcuts({ frame, shuttle }: PlayedByKeys): void {
  useShortcuts({
    'shuttle-back': () => shuttle('back'),
    'shuttle-stop': () => shuttle('stop'),
    'shuttle-forward': () => shuttle('forward'),
    'frame-back': () => frame(-1),
    'frame-forward': () => frame(1),
    'frames-back': () => frame(-FAR),
    'frames-forward': () => frame(FAR),
  })
}
