import type { Locator, Page } from '@playwright/test'

/** Returns the button that shows the verdict of the review and opens the card. */
export const verdictButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Review\. Verdict: / })
/** Returns the card with the reviewers and the form of a verdict. */
export const verdictCard = (page: Page): Locator => page.getByRole('dialog', { name: 'Your review' })
/** Returns the field of the card for the comment that goes with the verdict. */
export const verdictComment = (page: Page): Locator =>
  verdictCard(page).getByRole('textbox', { name: 'Comment with your verdict' })

/** Chooses an action in the open card, and presses the button with the name of this action. */
export async function sendInCard(page: Page, act: 'Comment' | 'Request changes' | 'Verify'): Promise<void> {
  await verdictCard(page).getByRole('radio', { name: act }).check()
  await verdictCard(page).getByRole('button', { name: act }).click()
}
