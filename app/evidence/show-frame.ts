/** Seconds: video positions that differ by at most this much count as the same position. */
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

/**
 * Resolves when the frame of the new position is presented. Ignores further presentations of the previous
 * frame.
 */
async function framePresented(video: HTMLVideoElement, from: number, to: number): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return
  for (;;) {
    const { mediaTime } = await new Promise<VideoFrameCallbackMetadata>(resolve =>
      video.requestVideoFrameCallback((_, metadata) => resolve(metadata)),
    )
    if (mediaTime <= to + TOLERANCE && (to < from || mediaTime > from)) return
  }
}
