import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { commentList } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { settled } from '../../support/browser/settled'
import { pngImage } from '../../support/media/samples'

const comment = (by: Call, artifactId: string, body: string) =>
  by<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.5 }, body })

test('a review opens at its first comment, and the filmstrip scrolls to the open evidence', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const png = await pngImage(1280, 800)
  const { artifactId } = await upload(agent, reviewId, png)
  for (let n = 1; n <= 25; n++) await comment(person.call, artifactId, `Comment ${n}`)
  const other = await newReview(agent, projectId, 'Many screens')
  let last = ''
  for (let n = 1; n <= 12; n++) last = (await upload(agent, other, png, { title: `Screen ${n}` })).artifactId
  await comment(agent, last, 'Look at this, @Ann')

  await test.step('opening a review from the inbox scrolls the list to the first comment', async () => {
    await open('/')
    await page.getByRole('link', { name: /Totals wrap/ }).click()
    const list = commentList(page)
    await expect(list.getByRole('listitem').last()).toBeAttached()
    await settled(page)
    await expect(list.getByText('Comment 1', { exact: true })).toBeInViewport()
    expect(await list.locator('..').evaluate(each => each.scrollTop)).toBe(0)
  })

  await test.step('a mention opens the last image and scrolls the filmstrip to the image', async () => {
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
    await page.getByRole('link', { name: /mentioned you in comment 1/ }).click()
    await expect(page.getByRole('main', { name: 'Stage: Screen 12' })).toBeVisible()
    const film = page.getByRole('navigation', { name: 'Evidence' })
    const card = film.getByRole('button', { name: /^(New since your last visit )?Screen 12/ })
    await expect(card).toBeInViewport()
    await revise(agent, last, await pngImage(1280, 801), { roundKey: 'two', roundSummary: 'second' })
    await expect(film.getByRole('heading', { name: 'This round' })).toBeVisible()
    await expect(card).toBeInViewport()
  })
})

test.describe('the inbox works on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, a row of the inbox shows the verdict and the number of addressed comments', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1280, 800))
    const { body } = await comment(person.call, artifactId, 'Too wide.')
    await agent('POST', `/v1/threads/${body.threadId}/address`)
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
    await open('/')
    const row = page.getByRole('link', { name: /Totals wrap/ })
    await expect(row).toContainText('1 to check')
    await expect(row).toContainText('Changes requested')
    expect(await row.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
