import { pageStore } from '~/ui/page/page-store'
import { noRange, type VideoRange } from './range'
import type { Ref } from 'vue'

/** The position of the video on the stage, at which new comments are made. */
export interface VideoTime {
  seconds: number
  /** The range for new comments. */
  range: VideoRange
  /** Pauses the video on the stage; undefined without one. */
  pause?: () => void
  /**
   * The position at which a comparison left the videos of an artifact. The stage continues there, unless a
   * comment was opened since then. `focusRequest`: the value of the selection at that time.
   */
  left?: { artifactId: string; focusRequest: number; seconds: number }
}

const store = pageStore<Ref<VideoTime>>('video time')

/** The position of the video on the stage, shared with the conversation. */
export function useVideoTime(): Ref<VideoTime> {
  return store.use()
}

/** Shares the position of the video with the page's components. */
export function provideVideoTime(): Ref<VideoTime> {
  return store.provide(ref<VideoTime>({ seconds: 0, range: noRange }))
}
