import { pageStore } from '~/ui/page/page-store'
import { noRange, type VideoRange } from './range'
import type { Ref } from 'vue'

/** The position of the video on the stage. New comments are made at this position. */
export interface VideoTime {
  seconds: number
  /** The range for new comments. */
  range: VideoRange
  /** Whether the video on the stage plays. */
  playing?: boolean
  /** Pauses the video on the stage; undefined if there is no video. */
  pause?: () => void
  /** Shows the video on the stage at a position in seconds; undefined if there is no video. */
  seek?: (seconds: number) => void
  /**
   * The position of an artifact's videos when a comparison was closed. The stage continues there, unless a
   * comment was opened since then. `focusRequest`: the value of `focusRequest` of the selection at that time.
   */
  resumeAt?: { artifactId: string; focusRequest: number; seconds: number }
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
