import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/e2e'

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
  await page.waitForSelector('html[data-hydrated]')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Ann' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('the page follows the theme of the system until a theme is chosen, also in another tab', async ({
  page,
  person,
  open,
}) => {
  expect(person.id).toBeTruthy()
  const root = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await open('/')
  await expect(root).not.toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveClass(/dark/)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.waitForSelector('html[data-hydrated]')
  await other.getByRole('button', { name: 'Ann' }).click()
  await other.getByRole('menuitemradio', { name: 'Light' }).click()
  for (const each of [other.locator('html'), root]) await expect(each).not.toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).not.toHaveClass(/dark/)
  await page.reload()
  await expect(root).not.toHaveClass(/dark/)
})
