import type { Thread } from '#shared/contract/thread'
import { newReview, upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { expect, test } from '../../support/browser/e2e'
import { write } from '../../support/people/notifications'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(1280, 800)

const comment = (agent: Call, artifactId: string, body: string) =>
  agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.5 }, body })

const title = 'Totals stay on one line in the checkout on narrow screens and with long currencies'
const sources = {
  branch: 'fix/totals-stay-on-one-line-in-the-checkout-on-narrow-screens',
  commit: '4be81d04be81d04be81d04be81d04be81d04be81',
  prRef: 'https://github.com/acme/a-shop-with-a-long-name/pull/1284',
}

test('the top bar leaves the title its space on every screen, and opens where the review comes from', async ({
  page,
  agent,
  projectId,
  open,
}) => {
  const { body } = await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
    title,
    projectId,
    ...sources,
  })
  const { artifactId } = await upload(agent, body.review.id, await png())
  await comment(agent, artifactId, 'Too wide.')
  for (const [width, least] of [
    [1440, 400],
    [1024, 280],
    [390, 110],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await open(`/reviews/${body.review.id}`)
    const heading = page.getByRole('heading', { name: title })
    expect((await heading.boundingBox())?.width).toBeGreaterThan(least)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const bar = page.getByRole('banner').first()
  await expect(bar.getByText('1 open')).toHaveCount(0)
  await expect(bar.getByRole('link', { name: /^acme\/a-shop-with-a-long-name#1284/ })).toHaveAttribute(
    'href',
    sources.prRef,
  )
  await expect(page.getByText(sources.branch)).toHaveCount(0)
  await page.getByRole('button', { name: 'Review details' }).click()
  const details = page.getByRole('dialog', { name: 'Review details' })
  await expect(details.getByText(sources.branch)).toBeVisible()
  await expect(details.getByText(sources.commit)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('the top bar says who decided, and when, in a popover; Escape closes only that', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const { body } = await comment(agent, artifactId, 'Too wide.')
  await open(`/reviews/${reviewId}#${body.threadId}`)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Reviewers' }).click()
  const reviewers = page.getByRole('dialog', { name: 'Reviewers' })
  await expect(reviewers.getByRole('listitem')).toHaveText(/Ann\s*Changes requested\s*just now/)
  await page.keyboard.press('Escape')
  await expect(reviewers).toBeHidden()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
})

test('the top bar counts unread notifications; on a narrow screen, its menu does', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  const elsewhere = await newReview(agent, projectId, 'Another review')
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await write(agent, elsewhere, 'Fixed, @Ann')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const bell = page.getByRole('link', { name: 'Notifications, 1 unread' })
  await expect(bell).toHaveText('1')
  expect(await findings(page)).toEqual([])

  await page.setViewportSize({ width: 767, height: 844 })
  await expect(bell).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' })
  await expect(menu.locator('xpath=../..').locator('.bg-accent')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Notifications, 1 unread' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(page.getByRole('link', { name: 'ci-agent mentioned you' })).toBeVisible()
})

test('the tab is named by the title as it is, percent signs included', async ({
  page,
  agent,
  projectId,
  open,
}) => {
  const reviewId = await newReview(agent, projectId, 'Replace %s and %pageTitle')
  await open(`/reviews/${reviewId}`)
  await expect(page).toHaveTitle('Replace %s and %pageTitle · Exhibit')
})
