import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { revise, threadsOf, upload, type Call } from '../../support/server/client'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { tabTo } from '../../support/browser/focus'
import { pngImage } from '../../support/media/samples'

/** Creates an image with two comments by a person. */
async function furnish(person: { call: Call }, agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1280, 800))
  for (const [index, body] of ['Too wide.', 'Cut off.'].entries())
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.3 + index * 0.3, y: 0.5 },
      body,
    })
}

/** Moves the focus to the summary of a comment, as Tab does, without selecting it. */
async function focusComment(page: Page, body: string) {
  const item = commentItem(page, body)
  await item.getByRole('button').first().focus()
  await expect(item.getByRole('button', { name: 'Reply', exact: true })).toBeVisible()
  return item
}

test('the focus returns to a comment that is not selected from its closed menu and reply', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await furnish(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const item = await focusComment(page, 'Cut off.')
  const actions = item.getByRole('button', { name: /^Actions/ })
  // The menu is loaded at its first press.
  for (let i = 0; i < 2; i++) {
    await actions.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(actions).toBeFocused()
  }
  const reply = item.getByRole('button', { name: 'Reply', exact: true })
  await reply.focus()
  await page.keyboard.press('Enter')
  await expect(item.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reply).toBeFocused()
})

test('the focus is not lost when the button sends a comment or a reply', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await furnish(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const composer = page.getByRole('textbox', { name: 'Comment on this image' })
  await composer.focus()
  await page.keyboard.type('The margins differ.')
  await tabTo(page.getByRole('button', { name: 'Send', exact: true }))
  await page.keyboard.press('Enter')
  await expect(commentItem(page, 'The margins differ.')).toBeVisible()
  await expect(composer).toBeFocused()

  const item = await focusComment(page, 'Cut off.')
  await item.getByRole('button', { name: 'Reply', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Where?')
  await tabTo(item.getByRole('button', { name: 'Send reply' }))
  await page.keyboard.press('Enter')
  await expect(item.getByText('Where?')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Reply', exact: true })).toBeFocused()
})

test('Cancel has the focus when a comment is about to be deleted', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await furnish(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await commentItem(page, 'Cut off.').getByRole('button').first().click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(commentItem(page, 'Cut off.')).toBeVisible()
})

test('the next comment has the focus after one was deleted, and the filter after the last', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await furnish(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const summary = (body: string) => commentItem(page, body).getByRole('button').first()
  for (const [body, next] of [
    ['Too wide.', summary('Cut off.')],
    ['Cut off.', page.getByRole('button', { name: 'Open 0' })],
  ] as const) {
    const item = await focusComment(page, body)
    await item.getByRole('button', { name: /^Actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).press('Enter')
    await expect(item).toHaveCount(0)
    await expect(next).toBeFocused()
  }
})

test('the focus stays beside a control that disappears when it is used', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await furnish(person, agent, reviewId)
  const [thread] = await threadsOf(agent, reviewId)
  await revise(agent, thread?.artifactId ?? '', await pngImage(1280, 801))
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(page.getByText('Viewing r1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to latest' })).toBeFocused()

  await page.getByRole('button', { name: 'Select comments' }).press('Enter')
  await page
    .getByRole('group', { name: 'Selected comments' })
    .getByRole('button', { name: 'Cancel' })
    .press('Enter')
  await expect(page.getByRole('button', { name: 'Select comments' })).toBeFocused()
  await page.getByRole('button', { name: 'Select comments' }).press('Enter')
  await page.getByRole('button', { name: 'Select all' }).press('Enter')
  await page
    .getByRole('group', { name: 'Selected comments' })
    .getByRole('button', { name: 'Resolve' })
    .press('Enter')
  await expect(page.getByRole('button', { name: 'Open 0' })).toBeFocused()

  // The selected comment can stay listed when it is resolved.
  await page.keyboard.press('Escape')
  await expect(commentItem(page, 'Too wide.')).toHaveCount(0)

  const later = page.getByRole('list', { name: 'Pending' })
  for (const body of ['One.', 'Two.']) {
    await page.getByRole('textbox', { name: 'Comment on' }).fill(body)
    await page.keyboard.press('Control+Shift+Enter')
    await expect(later.getByText(body)).toBeVisible()
  }
  await expect(page.locator('[data-announcements]')).toHaveText('Comment added to your review')
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
    - dialog "Submit review":
      - heading "Submit review" [level=2]
      - paragraph: 2 pending comments will be sent.
      - group "Verdict":
        - radio "Comments only" [checked]
        - radio "Request changes"
        - radio "Verify with 2 open comments"
      - textbox "Comment on the whole review"
      - button "Cancel"
      - button "Submit review"
  `)
  await page.keyboard.press('Escape')
  await later.getByRole('button', { name: 'Discard pending comment' }).first().press('Enter')
  await expect(later.getByText('One.')).toHaveCount(0)
  await expect(later.getByRole('button', { name: /^Pending/ })).toBeFocused()
  await later.getByRole('button', { name: 'Discard pending comment' }).press('Enter')
  await expect(later).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open 0' })).toBeFocused()
})
