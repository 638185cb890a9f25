import type { Locator } from '@playwright/test'
import { revise, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

const within = async (inner: Locator, outer: Locator) => {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()])
  return (
    a !== null &&
    b !== null &&
    a.x >= b.x &&
    a.y >= b.y &&
    a.x + a.width <= b.x + b.width &&
    a.y + a.height <= b.y + b.height
  )
}

test('many revisions are shown as a select, and a long route is truncated', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const one = await upload(agent, reviewId, await png(1000, 500), { route: `/${'very-long-'.repeat(16)}` })
  for (let i = 2; i <= 8; i++) await revise(agent, one.artifactId, await png(1000, 500 + i))
  await open(`/reviews/${reviewId}`)
  const list = page.getByLabel('Revision', { exact: true })
  await expect(list.getByRole('option')).toHaveText(['r8 · latest', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1'])
  await list.selectOption('r3')
  await expect(page.getByText('1000×503')).toBeVisible()
  await page.keyboard.press(']')
  await expect(page.getByText('1000×504')).toBeVisible()
  expect(await within(page.getByText('/very-long'), page.getByRole('main'))).toBe(true)
})

test('a new revision is announced without replacing the image; comments stay on their revision', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'On the first.',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('button', { name: /^Comment 1/ })).toBeVisible()
  await revise(agent, done.artifactId, await png(1280, 801))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: 'New revision r2 · View' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute('aria-pressed', 'true')
  // Once.
  await expect(page.getByTestId('stage-notice')).toHaveCount(0)
  await page.getByRole('button', { name: 'New revision r2 · View' }).click()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toHaveCount(0)
  await expect(page.getByText('on r1', { exact: true })).toBeVisible()
  await page.getByText('On the first.').locator('xpath=ancestor::li').getByRole('button').first().click()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
  // It was shown: it is not new any more.
  await expect(page.getByRole('button', { name: 'New revision' })).toHaveCount(0)
  await expect(page.getByTestId('stage-notice')).toContainText('Viewing r1 of 2')
})
