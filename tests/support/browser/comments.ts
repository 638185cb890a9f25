import { expect, type Locator, type Page } from '@playwright/test'

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
  // The first menu in the list item belongs to the comment. The menus of its replies come after it.
  await comment
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await comment.page().getByRole('menuitem', { name: action, exact: true }).click()
}

/**
 * The button at the head of the conversation. Its text says which comments are listed, such as "Open 2". It
 * opens a menu.
 */
export const statusMenu = (page: Page): Locator => page.getByRole('button', { name: /, filter comments$/ })

/** The entry of the open status menu with this name, such as "To check 1". */
export const statusItem = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('menuitemradio', { name })

/**
 * Lists only the comments of a status. `name` is the name of the entry in the menu, such as "Resolved", with
 * or without its count.
 */
export async function listStatus(page: Page, name: string): Promise<void> {
  await statusMenu(page).click()
  await statusItem(page, name).click()
  // The closed menu returns the focus to its button, which must not happen during the next step.
  await expect(statusMenu(page)).toBeFocused()
}

/** The two buttons that list the comments on the image, or the comments on all evidence. */
export const scopes = (page: Page): Locator => page.getByRole('group', { name: 'Comments on' })

/** Lists the comments on all evidence. */
export const listAll = (page: Page): Promise<void> =>
  scopes(page).getByRole('button', { name: /^All/ }).click()

/** Selects a comment by its box, which appears over its number. More comments are selected by their boxes. */
export async function tick(comment: Locator): Promise<void> {
  await comment.hover()
  await comment.getByRole('checkbox').check()
}
