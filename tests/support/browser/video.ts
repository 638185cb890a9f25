import { expect, type Locator, type Page } from '@playwright/test'

/** The video on the stage. */
export const stageVideo = (page: Page): Locator => page.getByTestId('stage').locator('video')

export const isPlaying = (page: Page): Promise<boolean> =>
  stageVideo(page).evaluate((video: HTMLVideoElement) => !video.paused)

/** Returns the position of the video on the stage, in seconds. */
export const timeOf = (page: Page): Promise<number> =>
  stageVideo(page).evaluate((video: HTMLVideoElement) => video.currentTime)

/** Returns the positions of videos, in seconds. */
export const timesOf = (videos: Locator): Promise<number[]> =>
  videos.evaluateAll(all => all.map(each => (each as HTMLVideoElement).currentTime))

export const arePaused = (videos: Locator): Promise<boolean[]> =>
  videos.evaluateAll(all => all.map(each => (each as HTMLVideoElement).paused))

/**
 * Marks videos with `data-played` once they play, because a test on a busy machine may look at a video of two
 * seconds only after its end.
 */
export const watchPlaying = (videos: Locator): Promise<void> =>
  videos.evaluateAll(all =>
    all.forEach(each => each.addEventListener('playing', () => each.setAttribute('data-played', ''))),
  )

/** Seeks with the position slider. In a comparison, this seeks all videos. */
export const seek = (page: Page, seconds: number): Promise<void> =>
  page.getByRole('slider', { name: 'Position' }).fill(String(seconds))

/** Waits until the video on the stage shows a frame. */
export const frameShown = (page: Page): Promise<void> =>
  expect
    .poll(() => stageVideo(page).evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1)

/**
 * Waits until the video shows a frame. Returns a function that converts fractions of the frame to CSS pixels
 * of the page.
 */
export async function framePoints(page: Page) {
  await frameShown(page)
  return (x: number, y: number) =>
    stageVideo(page).evaluate(
      (element: HTMLVideoElement, at) => {
        const box = element.getBoundingClientRect()
        const scale = Math.min(box.width / element.videoWidth, box.height / element.videoHeight)
        return {
          x: box.x + box.width / 2 + (at.x - 0.5) * element.videoWidth * scale,
          y: box.y + box.height / 2 + (at.y - 0.5) * element.videoHeight * scale,
        }
      },
      { x, y },
    )
}

/**
 * Prevents a page from uploading the posters of videos. Otherwise the pictures in the lists of the page would
 * change from the video to the poster at an unknown time.
 */
export const withoutPosters = (page: Page): Promise<unknown> =>
  page.route('**/api/revisions/*/poster', route => route.abort())
