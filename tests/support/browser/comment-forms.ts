import type { Locator, Page } from '@playwright/test'
import { stagePoints } from './stage'

/** The field of a comment on the image of the stage, below the conversation. */
export const composer = (page: Page): Locator => page.getByLabel('Comment on this image')

/**
 * The text field of the open comment box on the stage. Behind this box, there may be boxes that are being
 * sent.
 */
export const spotField = (page: Page): Locator =>
  page.getByLabel('Comment on this spot').filter({ visible: true })

/** The pending comment with a text, in the list below the other comments. */
export const pendingItem = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'Pending' }).getByRole('listitem').filter({ hasText: text })

/** Clicks or taps the image of the stage, at a position in fractions of the image. */
export async function pressImage(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const at = await (await stagePoints(page))(x, y)
  await (how === 'click' ? page.mouse.click(at.x, at.y) : page.touchscreen.tap(at.x, at.y))
}
