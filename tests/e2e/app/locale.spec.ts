import { limits } from '#shared/contract/kit/limits'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test.use({ locale: 'de-DE', timezoneId: 'Asia/Tokyo' })

test('dates and numbers are shown in the format of the browser after hydration', async ({
  page,
  request,
  person,
  server,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await upload(agent, reviewId, await pngImage(640, 400))
  const updatedAt = Date.parse('2026-01-02T20:05:00Z')
  await runSql(server, 'UPDATE review SET updated_at = ? WHERE id = ?', [updatedAt, reviewId])
  const html = await (await request.get(server.url, { headers: { cookie: person.cookie } })).text()
  expect(html).toContain('title="2026-01-02 20:05 UTC"')

  await open('/')
  const time = page.locator(`[data-review="${reviewId}"] time`).filter({ visible: true })
  await expect(time).toHaveAttribute('title', '03.01.2026, 05:05')
  await expect(time).toHaveText('03.01.2026')

  await page.locator(`[data-review="${reviewId}"]`).click()
  await page.locator('[data-composer]').fill('x'.repeat(limits.commentBody + 1234))
  await expect(page.getByText('1.234 characters over the limit of 10.000')).toBeVisible()
  expect(pageErrors).toEqual([])
})
