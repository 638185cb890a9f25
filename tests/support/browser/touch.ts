import type { Page } from '@playwright/test'

type Point = [x: number, y: number]

/**
 * Taps twice at the same place. By the times of the events, the second tap begins 0.1 seconds after the first
 * one ends, even on a busy machine.
 */
export async function doubleTap(page: Page, x: number, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const start = Date.now() / 1000
  for (const [type, seconds] of [
    ['touchStart', 0],
    ['touchEnd', 0.05],
    ['touchStart', 0.15],
    ['touchEnd', 0.2],
  ] as const)
    await devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchStart' ? [{ x, y, id: 0 }] : [],
      timestamp: start + seconds,
    })
  await devtools.detach()
}

/**
 * Drags one finger, and rests it before it is lifted, because Chromium takes a tap right after a flick for
 * the end of the flick. Only the times of the events contain this rest, so the test does not wait.
 */
export const swipe = (page: Page, ...points: Point[]): Promise<void> => drag(page, points, true)

/** Drags one finger and lifts it while it moves. */
export const flick = (page: Page, ...points: Point[]): Promise<void> => drag(page, points, false)

async function drag(page: Page, points: Point[], rests: boolean): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const start = Date.now() / 1000 - 1
  for (const [index, [x, y]] of points.entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y, id: 0 }],
      timestamp: start + index * 0.02,
    })
  if (rests)
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: points.slice(-1).map(([x, y]) => ({ x, y, id: 0 })),
      timestamp: start + 0.6,
    })
  await devtools.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
    timestamp: start + (rests ? 0.7 : points.length * 0.02),
  })
  await devtools.detach()
}
