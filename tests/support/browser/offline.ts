import { expect, type Page } from '@playwright/test'

/** Expects that a page with evidence does not change while the server cannot be reached. */
export async function expectSameOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await failed
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByTestId('stage')).toBeVisible()
  await page.context().setOffline(false)
}
