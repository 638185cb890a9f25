import { joined } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { write } from '../../support/people/notifications'
import { pngImage } from '../../support/media/samples'

const title = 'Totals %s stay on one line in the checkout on narrow screens and with long %pageTitle'
const sources = {
  branch: 'fix/totals-stay-on-one-line-in-the-checkout-on-narrow-screens',
  commit: '4be81d04be81d04be81d04be81d04be81d04be81',
  prRef: 'https://github.com/acme/a-shop-with-a-long-name/pull/1284',
}

test('the top bar shows the title and the details of a review, and counts unread notifications', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
  openAs,
}) => {
  const { body } = await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
    title,
    projectId,
    ...sources,
  })
  const { artifactId } = await upload(agent, body.review.id, await pngImage(1280, 800))
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  const elsewhere = await newReview(agent, projectId, 'Another review')
  await open(`/reviews/${body.review.id}`)

  await test.step('the title of the browser tab is exact, even with percent signs', async () => {
    await expect(page).toHaveTitle(`${title} · Exhibit`)
  })

  await test.step('the title of a review has enough space on every screen, even with a verdict', async () => {
    await person.call('POST', `/api/reviews/${body.review.id}/status`, { status: 'verified' })
    await openAs(await joined(server, person, 'Mia', 'member'), `/reviews/${body.review.id}`)
    await expect(page.getByRole('button', { name: '1 other person here' })).toBeAttached()
    for (const [width, least] of [
      [390, 110],
      [1024, 250],
      [1440, 400],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      const heading = page.getByRole('heading', { name: title })
      await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThan(least)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await person.call('POST', `/api/reviews/${body.review.id}/status`, { status: 'open' })
  })

  await test.step('the details of a review show its pull request as a link, branch and commit', async () => {
    const bar = page.getByRole('banner').first()
    await expect(bar.getByText('1 open')).toHaveCount(0)
    await expect(page.getByText(sources.branch)).toHaveCount(0)
    await page.getByRole('button', { name: 'Review details' }).click()
    const details = page.getByRole('dialog', { name: 'Review details' })
    const link = details.getByRole('link', { name: /^acme\/a-shop-with-a-long-name#1284/ })
    await expect(link).toHaveAttribute('href', sources.prRef)
    await expect(details.getByText(sources.branch)).toBeVisible()
    await expect(details.getByText(sources.commit)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await write(agent, elsewhere, 'Fixed, @Ann')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toHaveText('1')
    expect(await findingsInThemes(page)).toEqual([])
    await link.focus()
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(page.getByRole('button', { name: 'Review details' })).toBeFocused()
  })

  await test.step('on a narrow screen, the menu contains the number of unread notifications', async () => {
    await page.setViewportSize({ width: 767, height: 844 })
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = page.getByRole('button', { name: `Actions for ${title}` })
    await expect(menu.locator('xpath=../..').locator('.bg-accent')).toBeVisible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Notifications, 1 unread' }).click()
    await expect(page).toHaveURL(/\/notifications$/)
    await expect(page.getByRole('link', { name: 'ci-agent mentioned you' })).toBeVisible()
  })
})
