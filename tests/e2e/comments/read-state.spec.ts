import type { Thread } from '#shared/contract/thread'
import { upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

test('new evidence and comments are marked and counted until they have been visible', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  const { body: thread } = await agent<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: 'Please look.',
  })
  await page.clock.install()
  await open('/')
  await expect(page.getByRole('link', { name: /1 new revision, 1 new comment/ })).toBeVisible()
  await open(`/reviews/${reviewId}`)
  const item = page.getByRole('listitem').filter({ hasText: 'Please look.' })
  await expect(item.getByTitle('New since your last visit')).toBeVisible()
  await expect(item.getByTitle('New since your last visit')).toHaveCount(0)
  const { body: addressed } = await agent<Thread>('POST', `/v1/threads/${thread.threadId}/address`, {
    body: 'Done.',
  })
  const tab = page.getByRole('button', { name: 'Addressed 1' })
  await expect(tab.getByTitle('New comments')).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(tab.getByTitle('New comments')).toBeVisible()
  const reply = addressed.comments.at(-1)?.id ?? ''
  // Not what was seen before: that may be recorded only now.
  const recorded = page.waitForResponse(
    response => response.url().endsWith('/seen') && response.request().postData()?.includes(reply) === true,
  )
  await tab.click()
  await expect(tab.getByTitle('New comments')).toHaveCount(0)
  await recorded
  await open('/')
  await expect(page.getByRole('link', { name: /Totals wrap/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /since your last visit/ })).toHaveCount(0)
})
