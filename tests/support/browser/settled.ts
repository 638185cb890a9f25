import type { Page } from '@playwright/test'

/**
 * Waits until the page has loaded everything: no element is busy, each visible picture is loaded, and no
 * transition runs.
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
    // Waits for two frames, because the latest change starts its transition only when the next frame is
    // rendered.
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return isSettled()
  })
}

/** Opens an address, and waits until its page is interactive and nothing moves or loads anymore. */
export async function openSettled(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForSelector('html[data-hydrated]')
  await settled(page)
}
