import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search commands' })

test('the theme chosen in the palette or the user menu is stored', async ({ page, person, open }) => {
  expect(person.id).toBeTruthy()
  await page.emulateMedia({ colorScheme: 'light' })
  await open('/')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Ann' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'System' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})
