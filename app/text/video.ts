import { defineText } from './define-text'

/** The texts of `components/video`. */
export const text = defineText({
  stage: {
    unnamed: 'Video',
    label: (title: string, hint: string) => `${title}. ${hint}`,
    hint:
      'Click to play or pause, drag to draw a rectangle on the frame. With a drawing tool, press Enter to ' +
      'place a mark, arrow keys to move it, Alt and arrow keys to resize it, and Enter to confirm.',
    viewHint: 'Click to play or pause, drag to move. Press plus or minus to zoom, 0 to fit.',
    notLoaded: "Couldn't load the video.",
    notPlayable: "This browser can't play the video.",
    otherBrowser: "This browser can't play the video. Try another browser.",
  },
  bar: {
    label: 'Playback',
    position: 'Position',
    previousFrame: 'Previous frame (,)',
    nextFrame: 'Next frame (.)',
    one: { play: 'Play (Space)', pause: 'Pause (Space)' },
    /** Of all videos that are compared. */
    all: { play: 'Play all (Space)', pause: 'Pause all (Space)' },
    /** What screen readers announce. */
    playing: 'Playing',
    pausedAt: (time: string) => `Paused at ${time}`,
    speed: 'Speed',
    loop: 'Loop',
    mute: 'Mute',
    unmute: 'Unmute',
  },
  markers: {
    comment: (number: string, time: string) => `Comment ${number} at ${time}`,
    comments: (numbers: string, time: string) => `Comments ${numbers} from ${time}`,
  },
  timecode: {
    label: 'Go to time',
    current: (time: string) => `${time}, go to another time`,
    edit: 'Go to a time',
  },
  toolbar: {
    withKey: (action: string, key: string) => `${action} (${key})`,
    rangeStart: 'Start of a range',
    rangeEnd: 'End of a range',
    clearRange: 'Clear the range',
    /** Precedes the range, for screen readers. */
    range: 'Range',
    zoomToFit: 'Zoom to fit',
    more: 'More tools',
  },
})
