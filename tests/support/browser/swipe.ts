import type { Page } from '@playwright/test'

/**
 * Drags one finger, and rests it before it is lifted, because Chromium takes a tap right after a flick for
 * the end of the flick. Only the times of the events contain this rest, so the test does not wait.
 */
export async function swipe(page: Page, ...points: [x: number, y: number][]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const start = Date.now() / 1000 - 1
  for (const [index, [x, y]] of points.entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y, id: 0 }],
      timestamp: start + index * 0.02,
    })
  await devtools.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: points.slice(-1).map(([x, y]) => ({ x, y, id: 0 })),
    timestamp: start + 0.6,
  })
  await devtools.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    touchPoints: [],
    timestamp: start + 0.7,
  })
  await devtools.detach()
}
