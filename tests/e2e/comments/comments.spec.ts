import { upload, threadsOf } from '../../support/client'
import { expect, test } from '../../support/e2e'
import { picture } from '../../support/samples'

const png = (width = 1280, height = 800) => picture(width, height).png().toBuffer()

test('a person comments on an image and on the review, replies, resolves, reopens and decides', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('The whole picture.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Whole review' }).click()
  await page.getByLabel('Comment on the whole review').fill('All of it.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('All of it.')).toBeVisible()
  const [first, second] = await threadsOf(agent, reviewId)
  expect([first?.kind, first?.artifactId, second?.kind, second?.artifactId]).toEqual([
    'artifact',
    done.artifactId,
    'review',
    null,
  ])

  const thread = page.getByRole('listitem').filter({ hasText: 'The whole picture.' })
  await thread.getByRole('button', { name: 'Reply' }).click()
  await thread.getByLabel('Reply').fill('And more.')
  await thread.getByRole('button', { name: 'Send reply' }).click()
  await expect(thread.getByText('And more.')).toBeVisible()

  await agent('POST', `/v1/threads/${first?.threadId}/address`, { body: 'Done in the next revision.' })
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await expect(page.getByText('Done in the next revision.')).toBeVisible()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Open 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Verified' }).click()
  await expect(page.getByRole('button', { name: 'Verified' })).toHaveAttribute('aria-pressed', 'true')
  expect(
    (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status,
  ).toBe('verified')
})

test('comment text is shown as text, without markup and with safe links only', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: '<img src=x onerror="document.title=\'owned\'"> javascript:alert(1) https://example.com/ok',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByText('<img src=x')).toBeVisible()
  await expect(page.locator('aside a')).toHaveCount(1)
  expect(await page.title()).not.toBe('owned')
})
