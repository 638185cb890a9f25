/** The moment of the video on the stage, shared with the conversation beside it. */
export interface VideoTime {
  seconds: number
  pause?: () => void
}

const key = 'video-time'

export function useVideoTime() {
  return useState<VideoTime>(key, () => ({ seconds: 0 }))
}
