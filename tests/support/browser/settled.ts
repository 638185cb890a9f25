import type { Page } from '@playwright/test'

/**
 * Waits until the page has loaded everything: nothing is busy, each picture is decoded, no transition runs.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const inView = (each: Element) => each.checkVisibility() && each.getBoundingClientRect().top < innerHeight
    const isRunning = (each: Animation) =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity
    const isSettled = () =>
      document.readyState === 'complete' &&
      document.querySelector('[aria-busy="true"], [data-skeleton]') === null &&
      [...document.images].filter(inView).every(each => each.complete) &&
      !document.getAnimations().some(isRunning)
    // A change that was just made is rendered, and starts its transition, in the next frame.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return isSettled()
  })
}
