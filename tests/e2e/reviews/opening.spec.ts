import type { Thread } from '#shared/contract/thread'
import { revise, upload } from '../../support/server/client'
import { commentList } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

test('a review that is opened from the inbox begins at its first comment', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  for (let i = 0; i < 25; i++)
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: i / 25, y: 0.5 },
      body: `Comment ${i + 1}`,
    })
  await open('/')
  await page.getByRole('link', { name: /Totals wrap/ }).click()
  const list = commentList(page)
  await expect(list.getByRole('listitem').last()).toBeAttached()
  await page.waitForLoadState('networkidle')
  await expect(list.getByText('Comment 1', { exact: true })).toBeInViewport()
  expect(await list.locator('..').evaluate(each => each.scrollTop)).toBe(0)
})

test('the list of evidence shows what is open, also after a revision of it', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const ids: string[] = []
  for (let i = 0; i < 12; i++)
    ids.push((await upload(agent, reviewId, await png(), { title: `Screen ${i + 1}` })).artifactId)
  const last = ids.at(-1) ?? ''
  // A mention leads from the page of notifications to the last image, without a load of the page.
  await agent('POST', `/v1/artifacts/${last}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Look at this, @Ann',
  })
  await open('/notifications')
  await page.getByRole('link', { name: /mentioned you in comment 1/ }).click()
  await expect(page.getByRole('main', { name: 'Stage: Screen 12' })).toBeVisible()
  const card = page
    .getByRole('navigation', { name: 'Evidence' })
    .getByRole('button', { name: /^(New since your last visit )?Screen 12/ })
  await expect(card).toBeInViewport()
  await revise(agent, last, await png(1280, 801), { roundKey: 'two', roundSummary: 'second' })
  await expect(page.getByRole('navigation', { name: 'Evidence' })).toContainText('second')
  await expect(card).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the inbox is as wide as the screen', async ({ page, agent, reviewId, open }) => {
    await upload(agent, reviewId, await png())
    await open('/')
    await expect(page.getByRole('link', { name: /Totals wrap/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('a review with changes requested and addressed comments shows both in its row', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const { body } = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  await agent('POST', `/v1/threads/${body.threadId}/address`)
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  await open('/')
  const row = page.getByRole('link', { name: /Totals wrap/ })
  await expect(row).toContainText('1 to verify')
  await expect(row).toContainText('Changes requested')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await row.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
})
