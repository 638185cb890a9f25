import type { Locator, Page } from '@playwright/test'
import { stagePoints } from './stage'

/** The text field, below the conversation, for a comment on the image that the stage shows. */
export const composer = (page: Page): Locator => page.getByLabel('Comment on this image')

/**
 * The text field of the open comment box on the stage. Other boxes, whose comments are being sent, may lie
 * behind it.
 */
export const spotField = (page: Page): Locator =>
  page.getByLabel('Comment on this spot').filter({ visible: true })

/** The list item of the pending comment with this text. Pending comments are listed below the others. */
export const pendingItem = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'Pending' }).getByRole('listitem').filter({ hasText: text })

/** Clicks or taps the image of the stage, at a position in fractions of the image. */
export async function pressImage(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const at = await (await stagePoints(page))(x, y)
  await (how === 'click' ? page.mouse.click(at.x, at.y) : page.touchscreen.tap(at.x, at.y))
}
