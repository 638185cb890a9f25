/** Seconds: a frame is shown at a position even if it begins up to this much later. */
const TOLERANCE = 0.001
/**
 * Milliseconds to wait for a frame to be presented. The wait is limited, because browsers do not present the
 * shown frame again.
 */
const PRESENT_TIMEOUT_MS = 500

/**
 * Seeks a paused video, and waits until the frame at the new position is presented: right after `seeked`, a
 * canvas may still get the previous frame. Browsers without `requestVideoFrameCallback` do not report
 * presented frames, so for them it only waits for `seeked`. Rejects if the video cannot be decoded.
 */
export async function showFrame(video: HTMLVideoElement, seconds: number): Promise<void> {
  const from = video.currentTime
  if (Math.abs(from - seconds) <= TOLERANCE) return
  const seeked = new Promise<void>((resolve, reject) => {
    video.addEventListener('seeked', () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('The video could not be decoded.')), {
      once: true,
    })
  })
  const presented = framePresented(video, from, seconds)
  video.currentTime = seconds
  await seeked
  await Promise.race([presented, new Promise(resolve => setTimeout(resolve, PRESENT_TIMEOUT_MS))])
}

/** Resolves when a frame other than that of the previous position is presented. */
async function framePresented(video: HTMLVideoElement, from: number, to: number): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return
  for (;;) {
    const { mediaTime } = await new Promise<VideoFrameCallbackMetadata>(resolve =>
      video.requestVideoFrameCallback((_, metadata) => resolve(metadata)),
    )
    if (mediaTime <= to + TOLERANCE && (to < from || mediaTime > from)) return
  }
}
