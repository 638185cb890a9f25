import { expect, type Locator, type Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../server/client'
import type { Person } from '../people/sign-up'
import { threadsOf } from '../reviews/review'
import { upload } from '../reviews/uploads'
import { pngImage } from '../media/samples'

/** The rectangle on the image of {@link uploadMarked}, in fractions of the image. */
export const markedRectangle = { x: 0.25, y: 0.25, width: 0.25, height: 0.25 }

/** Uploads an image of 1000 by 500 pixels, and draws a rectangle on it as the person. */
export async function uploadMarked(person: Person, agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
  const thread = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: markedRectangle,
    body: 'Too wide.',
  })
  return { artifactId, thread: thread.body }
}

/** On a phone, presses the round button that replaces the toolbar, unless the toolbar is already open. */
export async function expandTools(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Tools', exact: true })
  await expect(button.or(page.getByRole('toolbar', { name: 'Tools' })).first()).toBeVisible()
  if (await button.isVisible()) await button.click()
}

interface PagePoint {
  x: number
  y: number
}

/**
 * Waits for the image of the stage. Returns a function that converts fractions of the image to CSS pixels of
 * the page.
 */
export async function stagePoints(page: Page): Promise<(x: number, y: number) => Promise<PagePoint>> {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  return async (x, y) => {
    const on = await restingBox(shown)
    return { x: on.x + on.width * x, y: on.y + on.height * y }
  }
}

/**
 * Waits until an element has the same position in three frames, because the stage reacts late to a new size.
 * Returns this position.
 */
const restingBox = (shown: Locator) =>
  shown.evaluate(async element => {
    const boxes: string[] = []
    while (boxes.length < 3 || new Set(boxes.slice(-3)).size > 1) {
      await new Promise(requestAnimationFrame)
      boxes.push(JSON.stringify(element.getBoundingClientRect()))
    }
    return element.getBoundingClientRect().toJSON() as DOMRect
  })

/** Drags the mouse along points of the page, in CSS pixels. */
export async function drag(page: Page, from: PagePoint, ...path: PagePoint[]): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const { x, y } of path) await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
}

/** Returns the stored geometry of the first thread of a review. */
export async function geometryOf(agent: Call, reviewId: string): Promise<Record<string, number>> {
  return (await threadsOf(agent, reviewId))[0]?.geometry as unknown as Record<string, number>
}
