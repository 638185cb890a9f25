import { findings } from '../../support/browser/checks/axe'
import { outOfView } from '../../support/browser/checks/layout'
import { collectFound } from '../../support/browser/checks/page-checks'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'

const BANNER =
  'Maintenance on Sunday from 08:00 to 10:00 UTC, see [the status page](https://status.example.com)'

test.use({
  env: { BANNER, LEGAL_LINKS: 'Privacy=https://example.com/privacy, Imprint=https://example.com/imprint' },
})

test('Pages show the banner until it is dismissed, and the legal links at their foot', async ({
  server,
  person,
  reviewId,
  page,
  open,
  browser,
}) => {
  const pageErrors = collectPageErrors(page)
  const { found, add } = collectFound()
  const banner = page.getByRole('complementary', { name: 'Notice from the operator' })
  const legal = page.getByRole('navigation', { name: 'Legal' })
  /** Whether the page is as high as the window, so that it does not scroll. */
  const fits = () =>
    page.evaluate(() => document.documentElement.scrollHeight <= document.documentElement.clientHeight)

  await test.step('the inbox shows the banner, and the settings also show the legal links', async () => {
    await open('/')
    await expect(banner).toContainText('Maintenance on Sunday')
    await expect(banner.getByRole('link', { name: 'the status page' })).toHaveAttribute(
      'href',
      'https://status.example.com',
    )
    await expect(legal).toHaveCount(0)
    await page.goto(`${server.url}/settings/general`)
    await expect(legal.getByRole('link', { name: 'Imprint' })).toBeVisible()
    add('settings', await findings(page))
  })
  await test.step('a review with the banner fits the window, also on a phone', async () => {
    await page.goto(`${server.url}/reviews/${reviewId}`)
    await expect(banner).toBeVisible()
    expect(await fits()).toBe(true)
    add('review', await findings(page))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(fits).toBe(true)
    add('review, on a phone', [...(await outOfView(page)), ...(await findings(page))])
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a dismissed banner is not shown again after a reload', async () => {
    await banner.getByRole('button', { name: 'Dismiss this notice' }).click()
    await expect(banner).toHaveCount(0)
    expect(await fits()).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)
  })
  await test.step('sign-in shows the banner and the legal links, a share page only the links', async () => {
    const { body: link } = await person.call<{ url: string }>(
      'POST',
      `/v1/reviews/${reviewId}/share-links`,
      {},
    )
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(`${server.url}/sign-in`)
    await expect(visitor.getByRole('complementary')).toContainText('Maintenance on Sunday')
    await expect(visitor.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      'https://example.com/privacy',
    )
    add('sign-in', await findings(visitor))
    await visitor.goto(link.url)
    await expect(visitor.getByRole('link', { name: 'Privacy' })).toBeVisible()
    await expect(visitor.getByText('Maintenance on Sunday')).toHaveCount(0)
    add('share page', await findings(visitor))
    await visitor.context().close()
  })
  expect(found).toEqual({})
  expect(pageErrors).toEqual([])
})
