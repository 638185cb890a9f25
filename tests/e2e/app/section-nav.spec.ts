import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/e2e'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).locator('[data-sections]')

const fade = (page: Page) => tabs(page).evaluate(list => getComputedStyle(list).maskImage)

test('the tabs of the settings fade out on the side where more tabs are hidden', async ({
  page,
  person,
  open,
}) => {
  expect(person.id).toBeTruthy()
  await page.setViewportSize({ width: 768, height: 1024 })
  await open('/settings/general')
  await expect.poll(() => fade(page)).toContain('to right')
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect.poll(() => fade(page)).toContain('to left')
  expect(await fade(page)).not.toContain('to right')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => fade(page)).toBe('none')

  await page.setViewportSize({ width: 390, height: 844 })
  await open('/settings/account')
  await expect
    .poll(async () => {
      const box = await page.getByRole('link', { name: 'Your account' }).boundingBox()
      return box && Math.round(390 - box.x - box.width)
    })
    .toBe(16)
})
