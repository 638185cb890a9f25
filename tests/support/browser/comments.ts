import type { Locator, Page } from '@playwright/test'

/** The comments that the conversation lists. */
export const commentList = (page: Page): Locator => page.getByRole('list', { name: 'Comments' })

/** The listed comment with a text, together with its replies. */
export const commentItem = (page: Page, text: string): Locator =>
  commentList(page).getByRole('listitem').filter({ hasText: text })

/**
 * Presses a button of a comment. The button exists only while the comment is hovered, focused or selected.
 */
export async function press(comment: Locator, name: string): Promise<void> {
  await comment.hover()
  await comment.getByRole('button', { name, exact: true }).click()
}

/** Chooses an action in the menu of a comment. */
export async function choose(comment: Locator, action: string): Promise<void> {
  await comment.hover()
  // The first menu is the one of the comment. The menus of its replies follow.
  await comment
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await comment.page().getByRole('menuitem', { name: action, exact: true }).click()
}
