import type { Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import { revise, upload } from '../../support/reviews/uploads'
import { composer, pendingItem } from '../../support/browser/comment-forms'
import { commentItem, choose } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { tabTo } from '../../support/browser/focus'
import { pngImage } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'

/** Returns the line with the author of a comment. A press on the line selects the comment. */
const summary = (page: Page, body: string) => commentItem(page, body).getByRole('button').first()

test('the focus stays near a comment that was replied to, resolved or deleted by keyboard', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  for (const body of ['Too wide.', 'Cut off.']) await annotate(person.call, artifactId, body)
  await open(`/reviews/${reviewId}`)
  const item = commentItem(page, 'Cut off.')
  const reply = item.getByRole('button', { name: 'Reply', exact: true })
  const dialog = page.getByRole('dialog')

  await test.step('closing a menu or a reply form focuses the button that opened it', async () => {
    // Focuses the comment without selecting it, as Tab does.
    await summary(page, 'Cut off.').focus()
    await expect(reply).toBeVisible()
    const actions = item.getByRole('button', { name: /^Actions/ })
    // The first press also loads the code of the menu, so the menu is opened twice.
    for (let i = 0; i < 2; i++) {
      await actions.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(actions).toBeFocused()
    }
    await reply.press('Enter')
    await expect(item.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(reply).toBeFocused()
  })

  await test.step('sending a comment focuses its form, and sending a reply focuses “Reply”', async () => {
    await composer(page).fill('The margins differ.')
    await tabTo(page.getByRole('button', { name: 'Send', exact: true }))
    await page.keyboard.press('Enter')
    await expect(commentItem(page, 'The margins differ.')).toBeVisible()
    await expect(composer(page)).toBeFocused()
    await reply.press('Enter')
    await page.keyboard.insertText('Where?')
    await tabTo(item.getByRole('button', { name: 'Send reply' }))
    await page.keyboard.press('Enter')
    await expect(item.getByText('Where?')).toBeVisible()
    await expect(reply).toBeFocused()
  })

  await test.step('a key opens and focuses the reply form of the selected comment', async () => {
    await summary(page, 'Cut off.').click()
    await page.keyboard.press('Shift+C')
    await expect(item.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await page.keyboard.type('yes, next')
    await expect(item.getByRole('textbox', { name: 'Reply' })).toHaveValue('yes, next')
    await page.keyboard.press('Control+Enter')
    await expect(item.getByText('yes, next')).toBeVisible()
    await expect(reply).toBeFocused()
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(body.review.status).toBe('open')
  })

  await test.step('Cancel has the focus in the dialog that deletes a comment', async () => {
    await page.keyboard.press('Delete')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(item).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(summary(page, 'Cut off.')).toHaveAttribute('aria-current', 'false')
  })

  await test.step('after resolving or deleting, the next comment or the filter has the focus', async () => {
    await commentItem(page, 'Too wide.').getByRole('button', { name: 'Resolve', exact: true }).press('Enter')
    await expect(commentItem(page, 'Too wide.')).toHaveCount(0)
    await expect(summary(page, 'Cut off.')).toBeFocused()
    for (const [body, next] of [
      ['Cut off.', summary(page, 'The margins differ.')],
      ['The margins differ.', page.getByRole('button', { name: 'Open 0' })],
    ] as const) {
      await commentItem(page, body)
        .getByRole('button', { name: /^Actions for comment/ })
        .press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await dialog.getByRole('button', { name: 'Delete comment' }).press('Enter')
      await expect(commentItem(page, body)).toHaveCount(0)
      await expect(next).toBeFocused()
      // Deleting a comment does not change the numbers of the other comments.
      if (body === 'Cut off.') await expect(next).toHaveAccessibleName(/^3 /)
    }
  })
})

test('when a control that had the focus disappears, the focus moves to a control next to it', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  for (const body of ['Too wide.', 'Cut off.']) await annotate(person.call, artifactId, body)
  await revise(agent, artifactId, await pngImage(650, 401))
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(page.getByText('Viewing r1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to latest' })).toBeFocused()

  const selected = page.getByRole('group', { name: 'Selected comments' })
  await choose(commentItem(page, 'Too wide.'), 'Select')
  await selected.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Open 2' })).toBeFocused()
  await summary(page, 'Too wide.').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Select comment 1' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Select all' }).press('Enter')
  await selected.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Open 0' })).toBeFocused()

  // Deselects the comment, because a selected comment can stay listed after it is resolved.
  await page.keyboard.press('Escape')
  await expect(commentItem(page, 'Too wide.')).toHaveCount(0)

  for (const body of ['One.', 'Two.']) {
    await page.getByRole('textbox', { name: 'Comment on' }).fill(body)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(pendingItem(page, body)).toBeVisible()
  }
  await expect(page.locator('[data-announcements]')).toHaveText('Comment added to your review')
  const later = page.getByRole('list', { name: 'Pending' })
  await expect(later).toMatchAriaSnapshot(`
    - list "Pending":
      - listitem:
        - button /^Pending/
        - 'button "Edit pending comment: One."'
        - 'button "Discard pending comment: One."'
        - paragraph: One.
      - listitem:
        - button /^Pending/
        - 'button "Edit pending comment: Two."'
        - 'button "Discard pending comment: Two."'
        - paragraph: Two.
  `)
  await page.getByRole('button', { name: 'Submit review' }).press('Enter')
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Your review":
      - combobox "Ask for a verdict"
      - textbox "Comment on the whole review"
      - paragraph: 2 pending comments go with it
      - list:
        - listitem: One.
        - listitem: Two.
      - group "Verdict":
        - radio "Comment" [checked]
        - radio "Request changes"
        - radio "Verify"
      - button "Comment"
  `)
  await page.keyboard.press('Escape')
  await later.getByRole('button', { name: 'Discard pending comment' }).first().press('Enter')
  await expect(pendingItem(page, 'One.')).toHaveCount(0)
  await expect(later.getByRole('button', { name: /^Pending/ })).toBeFocused()
  await later.getByRole('button', { name: 'Discard pending comment' }).press('Enter')
  await expect(later).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open 0' })).toBeFocused()
})
