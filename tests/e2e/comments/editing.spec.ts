import type { Thread } from '#shared/contract/thread'
import { joined, threadsOf, upload } from '../../support/server/client'
import { choose, commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(1280, 800)

test('a person edits and deletes their own comments and replies', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'artifact',
    body: 'Too wide.',
  })
  await open(`/reviews/${reviewId}`)
  await choose(commentItem(page, 'Too wide.'), 'Edit')
  const field = page.getByLabel('Edit comment')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Too wide.')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await choose(commentItem(page, 'Too wide.'), 'Edit')
  await field.fill('Too **narrow**.')
  await field.press('Control+Enter')
  const comment = commentItem(page, 'Too narrow.')
  await expect(comment.getByText('edited', { exact: true })).toBeVisible()
  await expect(comment.getByRole('button').first()).toBeFocused()
  expect((await threadsOf(agent, reviewId))[0]?.comment).toBe('Too **narrow**.')

  await press(comment, 'Reply')
  await comment.getByRole('textbox', { name: 'Reply' }).fill('And low.')
  await page.keyboard.press('Control+Enter')
  const reply = comment.getByRole('listitem').filter({ hasText: 'And low.' })
  await choose(reply, 'Edit')
  await page.getByLabel('Edit comment').fill('And high.')
  await page.getByRole('button', { name: 'Save' }).click()
  const edited = comment.getByRole('listitem').filter({ hasText: 'And high.' })
  await choose(edited, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete this reply?' })
  await expect(dialog).toContainText('And high.')
  await dialog.getByRole('button', { name: 'Delete reply' }).click()
  await expect(edited).toHaveCount(0)
  await expect.poll(async () => (await threadsOf(agent, reviewId))[0]?.comments.length).toBe(1)

  await choose(comment, 'Delete')
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await expect.poll(() => threadsOf(agent, reviewId)).toEqual([])
})

test('a menu stays in its place when the pointer moves from the comment into it', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const body = { kind: 'artifact', body: 'Too wide.' }
  const { threadId, comments } = (
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, body)
  ).body
  await person.call('PATCH', `/api/comments/${comments[0]?.id}`, { body: 'Too narrow.' })
  await person.call('POST', `/v1/threads/${threadId}/replies`, { body: 'And low.' })
  await open(`/reviews/${reviewId}`)
  const comment = commentItem(page, 'Too narrow.')
  const reply = comment.getByRole('listitem').filter({ hasText: 'And low.' })
  const away = await reply.boundingBox()
  await reply.hover()
  const actions = comment.getByRole('button', { name: 'Reply', exact: true }).locator('..')
  await expect(actions).toHaveCSS('opacity', '1')
  expect(await reply.boundingBox()).toEqual(away)
  await reply.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).hover()
  await expect(actions).toHaveCSS('opacity', '0')
  expect(await reply.boundingBox()).toEqual(away)
})

test('only an owner deletes comments of others, and nobody edits them', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'By an agent.',
  })
  const actions = async (on: typeof page) => {
    await commentItem(on, 'By an agent.').hover()
    await on.getByRole('button', { name: 'Actions for comment 1' }).click()
    await expect(on.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    return on.getByRole('menuitem').allTextContents()
  }
  const pressDelete = (on: typeof page) => on.getByRole('button', { name: /^Comment 1:/ }).press('Delete')
  await open(`/reviews/${reviewId}`)
  expect(await actions(page)).toEqual(['Copy link', 'Copy prompt for agent', 'Delete'])
  await page.keyboard.press('Escape')
  await pressDelete(page)
  await page
    .getByRole('dialog', { name: 'Delete comment 1?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  const reviewer = await joined(server, person, 'Ray', 'reviewer')
  const other = await openAs(reviewer, `/reviews/${reviewId}`)
  await pressDelete(other)
  expect(await actions(other)).toEqual(['Copy link', 'Copy prompt for agent'])
  await expect(other.getByRole('dialog')).toHaveCount(0)
})
