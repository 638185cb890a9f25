import type { Thread } from '#shared/contract/thread'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem, listStatus, statusMenu } from '../../support/browser/comments'
import { verdictButton, verdictCard } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate, onWhole } from '../../support/reviews/comments'

test('new evidence and comments are marked and counted until a person has seen them', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, revisionId } = await upload(agent, reviewId, await pngImage(640, 400))
  await person.call('POST', `/v1/reviews/${reviewId}/seen`, { itemIds: [revisionId] })
  await revise(agent, artifactId, await pngImage(640, 401))
  const { threadId } = await annotate(agent, artifactId, 'Please look.', onWhole)
  await page.clock.install()
  await open('/')
  await page.getByRole('link', { name: /1 new revision, 1 new comment/ }).click()
  const isNew = commentItem(page, 'Please look.').getByTitle('New since your last visit')
  await expect(isNew).toBeVisible()
  await expect(isNew).toHaveCount(0)
  const { body: addressed } = await agent<Thread>('POST', `/v1/threads/${threadId}/address`, {
    body: 'Done.',
  })
  await listStatus(page, 'Resolved')
  const menu = statusMenu(page)
  await expect(menu.getByTitle('New comments')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(menu.getByTitle('New comments')).toBeVisible()
  const reply = addressed.comments.at(-1)?.id ?? ''
  // Waits for the request with this reply, because a request with other, earlier seen items may come first.
  const recorded = page.waitForResponse(
    response => response.url().endsWith('/seen') && response.request().postData()?.includes(reply) === true,
  )
  await listStatus(page, 'To check 1')
  await expect(menu.getByTitle('New comments')).toHaveCount(0)
  await recorded
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Totals wrap/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /since your last visit/ })).toHaveCount(0)
})

test('evidence counts as seen after it was compared or after a verdict was given', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const variation = async (title: string) =>
    upload(agent, reviewId, await pngImage(640, 400), { title, variationGroup: 'Header' })
  const left = await variation('Left')
  await variation('Right')
  const third = await upload(agent, reviewId, await pngImage(640, 400), { title: 'Third', isBefore: true })
  await revise(agent, third.artifactId, await pngImage(640, 401))
  const card = (title: string) =>
    page.getByRole('navigation', { name: 'Evidence' }).locator('button[aria-current]', { hasText: title })
  await open(`/reviews/${reviewId}#${third.artifactId}`)
  // On the first visit, nothing is new.
  for (const title of ['Left', 'Right', 'Third'])
    await expect(card(title)).toHaveAccessibleName(new RegExp(`^${title}`))
  await person.call('POST', `/v1/reviews/${reviewId}/seen`, { itemIds: [left.revisionId] })
  await page.reload()
  await expect(card('Third')).toHaveAccessibleName(/^Third/)
  await expect(card('Right')).toHaveAccessibleName(/^New/)
  await card('Left').click()
  await page.keyboard.press('s')
  await expect(card('Left')).toHaveAccessibleName(/^Left/)
  await expect(card('Right')).toHaveAccessibleName(/^Right/)
  await upload(agent, reviewId, await pngImage(640, 402), { title: 'Fourth' })
  await expect(card('Fourth')).toHaveAccessibleName(/^New/)
  await verdictButton(page).click()
  await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
  await expect(verdictCard(page)).toContainText(
    'You have not seen the latest revision of one piece of evidence.',
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('y')
  const question = page.getByRole('dialog', { name: 'Verify anyway?' })
  await expect(question).toContainText('You have not seen the latest revision of one piece of evidence.')
  await question.getByRole('button', { name: 'Fourth' }).click()
  await expect(question).toHaveCount(0)
  await expect(card('Fourth')).toHaveAttribute('aria-current', 'true')
  await upload(agent, reviewId, await pngImage(640, 403), { title: 'Fifth' })
  await expect(card('Fifth')).toHaveAccessibleName(/^New/)
  await page.keyboard.press('y')
  await question.getByRole('button', { name: 'Verify' }).click()
  await expect(card('Fifth')).toHaveAccessibleName(/^Fifth/)
  await open('/')
  await expect(page.getByRole('link', { name: /Totals wrap/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /since your last visit|new/ })).toHaveCount(0)
})
