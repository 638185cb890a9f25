import type { Page } from '@playwright/test'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { choose, commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate, onWhole } from '../../support/reviews/comments'

const resolve = (page: Page, text: string) =>
  commentItem(page, text).getByRole('button', { name: 'Resolve', exact: true })

/**
 * Checks which comments show their actions. Hidden actions are only transparent, so screen readers find them.
 */
async function expectActionsSeen(page: Page, seen: Record<string, boolean>) {
  for (const [text, isSeen] of Object.entries(seen))
    await expect(resolve(page, text).locator('..')).toHaveCSS('opacity', isSeen ? '1' : '0')
}

test('a person edits and deletes their own comments, and an owner deletes others’ comments', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  await annotate(agent, artifactId, 'By an agent.')
  await annotate(person.call, artifactId, 'Too wide.', onWhole)
  await open(`/reviews/${reviewId}`)
  const field = page.getByLabel('Edit comment')

  await test.step('the actions of a comment are visible while it is hovered or focused', async () => {
    await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toHaveCount(2)
    await expectActionsSeen(page, { 'Too wide.': false, 'By an agent.': false })
    const height = async () => (await commentItem(page, 'Too wide.').boundingBox())?.height
    const before = await height()
    await commentItem(page, 'Too wide.').hover()
    await expectActionsSeen(page, { 'Too wide.': true, 'By an agent.': false })
    expect(await height()).toBe(before)
    await page.mouse.move(0, 0)
    await expectActionsSeen(page, { 'Too wide.': false, 'By an agent.': false })
    await commentItem(page, 'By an agent.').getByRole('button').first().focus()
    // The box that selects the comment is before its actions.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(resolve(page, 'By an agent.')).toBeFocused()
    await expectActionsSeen(page, { 'Too wide.': false, 'By an agent.': true })
  })

  await test.step('an owner can delete the comment of another author but cannot edit it', async () => {
    await commentItem(page, 'By an agent.').hover()
    await page.getByRole('button', { name: 'Actions for comment 1' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Select',
      'Copy link',
      'Copy prompt for agent',
      'Delete',
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByRole('button', { name: /^Comment 1:/ }).press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete comment 1?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a person edits their own comment', async () => {
    await choose(commentItem(page, 'Too wide.'), 'Edit')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Too wide.')
    await field.press('Escape')
    await expect(field).toHaveCount(0)
    await choose(commentItem(page, 'Too wide.'), 'Edit')
    await field.fill('Too **narrow**.')
    await field.press('Control+Enter')
  })
  const comment = commentItem(page, 'Too narrow.')
  await expect(comment.getByText('edited', { exact: true })).toBeVisible()
  await expect(comment.getByRole('button').first()).toBeFocused()
  expect((await threadsOf(agent, reviewId))[1]?.comment).toBe('Too **narrow**.')

  await press(comment, 'Reply')
  await comment.getByRole('textbox', { name: 'Reply' }).fill('And low.')
  await page.keyboard.press('Control+Enter')
  const reply = comment.getByRole('listitem').filter({ hasText: 'And low.' })
  await expect(reply).toBeVisible()

  await test.step('a reply does not move while its actions or its menu are shown', async () => {
    // The focus moves to another comment, because a comment with the focus also shows its actions.
    await commentItem(page, 'By an agent.').getByRole('button').first().focus()
    await page.mouse.move(0, 0)
    const actions = comment.getByRole('button', { name: 'Reply', exact: true }).locator('..')
    await expect(actions).toHaveCSS('opacity', '0')
    const away = await reply.boundingBox()
    await reply.hover()
    await expect(actions).toHaveCSS('opacity', '1')
    expect(await reply.boundingBox()).toEqual(away)
    await reply.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).hover()
    await expect(actions).toHaveCSS('opacity', '0')
    expect(await reply.boundingBox()).toEqual(away)
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  })

  await test.step('a person edits and deletes their own reply, and then the comment', async () => {
    await field.fill('And high.')
    await page.getByRole('button', { name: 'Save' }).click()
    const edited = comment.getByRole('listitem').filter({ hasText: 'And high.' })
    await choose(edited, 'Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete this reply?' })
    await expect(dialog).toContainText('And high.')
    await dialog.getByRole('button', { name: 'Delete reply' }).click()
    await expect(edited).toHaveCount(0)
    await expect.poll(async () => (await threadsOf(agent, reviewId))[1]?.comments.length).toBe(1)
    await choose(comment, 'Delete')
    await page.getByRole('button', { name: 'Delete comment' }).click()
    await expect
      .poll(async () => (await threadsOf(agent, reviewId)).map(each => each.comment))
      .toEqual(['By an agent.'])
  })
})
