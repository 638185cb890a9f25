import { expect, test } from '../../support/browser/e2e'

test('the page follows the theme of the system until a person chooses a theme', async ({
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
  await test.step('a theme that is chosen in the menu of another tab applies to this tab', async () => {
    await other.getByRole('button', { name: 'Ann' }).click()
    await other.getByRole('menuitemradio', { name: 'Light' }).click()
    for (const each of [other.locator('html'), root]) await expect(each).not.toHaveClass(/dark/)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(root).not.toHaveClass(/dark/)
  })
  await test.step('a theme that is chosen in the palette is stored', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
    await page.keyboard.type('dark')
    await page.keyboard.press('Enter')
    await expect(root).toHaveClass(/dark/)
    await page.reload()
    await page.waitForSelector('html[data-hydrated]')
    await expect(root).toHaveClass(/dark/)
  })
  await test.step('the page follows the system again after the theme System is chosen', async () => {
    await other.getByRole('button', { name: 'Ann' }).click()
    await other.getByRole('menuitemradio', { name: 'System' }).click()
    await expect(root).not.toHaveClass(/dark/)
  })
})
