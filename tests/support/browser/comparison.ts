import { expect, type Locator, type Page } from '@playwright/test'

/** The two images or videos of a comparison. */
export const compared = (page: Page): Locator => page.getByTestId('compare')

/** The compared images. */
export const comparedImages = (page: Page): Locator => compared(page).locator('[role=group] img')

/** The pin of the opened comment. */
export const openPin = (within: Locator): Locator => within.locator('[data-mark][aria-pressed=true]').first()

interface PageBox {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the position and the size of an element, in CSS pixels of the page. */
export async function boxOf(element: Locator): Promise<PageBox> {
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** Waits for the compared images, and returns their positions and sizes. */
export async function places(page: Page): Promise<[PageBox, PageBox]> {
  const shown = comparedImages(page)
  await expect(shown).toHaveCount(2)
  const [one, other] = await shown.evaluateAll(all =>
    all.map(each => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )
  if (!one || !other) throw new Error('Two images were compared, and no longer are.')
  return [one, other]
}
