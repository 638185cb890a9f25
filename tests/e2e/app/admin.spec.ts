import { findings } from '../../support/browser/axe'
import { adminEmail } from '../../support/people/admin'
import { joined, signUp, type Person } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'
import { themes } from '../../support/browser/themes'

test.use({ env: { ADMINS: adminEmail } })

let first: Promise<Person> | undefined
/** The administrator is the first account of the server. */
const administrator = (server: TestServer) => (first ??= signUp(server, 'Ada', { email: adminEmail }))

test('An administrator finds a workspace, suspends it with a reason and lifts the suspension.', async ({
  server,
  openAs,
}) => {
  const admin = await administrator(server)
  const owner = await signUp(server, 'Noor')
  await joined(server, owner, 'Mel', 'member')
  const page = await openAs(admin, '/')
  const pageErrors = collectPageErrors(page)
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible()
  await page.getByRole('searchbox').fill("Noor's")
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: "Noor's workspace" })
  await expect(row).toContainText('2 people')
  await expect(page).toHaveURL(/search=Noor/)
  await row.getByRole('button', { name: "People of Noor's workspace" }).click()
  await expect(row.getByRole('link', { name: 'Mel' })).toBeVisible()

  // By the keyboard alone.
  await row.getByRole('button', { name: "Actions for Noor's workspace" }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Suspend' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Its members, agents, share links and media links get an error')
  await expect(dialog.getByRole('button', { name: 'Suspend workspace' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Spam in reviews')
  await dialog.getByRole('button', { name: 'Suspend workspace' }).click()
  await expect(row).toContainText('Suspended')

  const theirs = await openAs(owner, '/')
  await expect(theirs.getByRole('alert').first()).toContainText('This workspace is suspended.')

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Noor' })).toContainText(
    "Ada suspended the workspace Noor's workspace",
  )
  await page.getByRole('link', { name: "Noor's workspace" }).click()
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click()
  await dialog.getByLabel('Reason').fill('Cleaned up')
  await dialog.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(row).not.toContainText('Suspended')
  await theirs.reload()
  await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(theirs.getByRole('alert')).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('A suspended person is led to the sign-in page; a deletion names what goes with it.', async ({
  server,
  openAs,
}) => {
  const admin = await administrator(server)
  const person = await signUp(server, 'Pia')
  const page = await openAs(admin, '/admin/people?search=Pia')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Pia' })
  await row.getByRole('button', { name: 'Actions for Pia' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText("Pia's workspace")
  await dialog.getByLabel('Reason').fill('Asked for it')
  await dialog.getByRole('button', { name: 'Delete in 7 days' }).click()
  await expect(row).toContainText('Deletion on')

  const theirs = await openAs(person, '/')
  await expect(theirs).toHaveURL(/\/sign-in\?error=account_suspended/)
  await expect(theirs.getByRole('alert')).toContainText('This account is suspended.')

  await row.getByRole('button', { name: 'Actions for Pia' }).click()
  await page.getByRole('menuitem', { name: 'Cancel deletion' }).click()
  await dialog.getByLabel('Reason').fill('Changed their mind')
  await dialog.getByRole('button', { name: 'Cancel deletion' }).click()
  await expect(row).not.toContainText('Deletion on')
  await theirs.goto(server.url)
  await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  // Administrators offer no actions on themselves.
  await page.getByRole('searchbox').fill(adminEmail)
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(['Administrator'])
  await expect(page.getByRole('button', { name: 'Actions for Ada' })).toHaveCount(0)
})

test('To people who are no administrators, the page does not exist.', async ({ server, openAs, page }) => {
  await administrator(server)
  const person = await signUp(server, 'Lou')
  const theirs = await openAs(person, '/')
  await expect(theirs.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  for (const path of ['/admin', '/admin/people', '/admin/activity']) {
    const response = await theirs.goto(server.url + path)
    expect([path, response?.status()]).toEqual([path, 404])
    await expect(theirs.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await page.goto(`${server.url}/admin`)
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
})

for (const colorScheme of themes) {
  test(`axe finds no violations in administration and its dialogs, ${colorScheme}`, async ({
    server,
    openAs,
  }) => {
    const admin = await administrator(server)
    const name = `Uma ${colorScheme}`
    const person = await signUp(server, name)
    for (const path of [`workspaces/${person.workspaceId}/suspend`, `people/${person.id}/suspend`])
      await admin.call('POST', `/api/admin/${path}`, { reason: 'Spam' })
    const page = await openAs(admin, `/admin?search=${name}`)
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    const found: Record<string, string[]> = {}
    for (const path of [`/admin?search=${name}`, `/admin/people?search=${name}`, '/admin/activity']) {
      await page.goto(server.url + path)
      await page.waitForSelector('html[data-hydrated]')
      await expect(
        page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first(),
      ).toBeVisible()
      const disclosure = page.getByRole('button', { name: /^People of/ })
      if (await disclosure.count()) await disclosure.click()
      found[path] = await findings(page)
      await page.setViewportSize({ width: 390, height: 844 })
      found[`${path}, phone`] = await findings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await page.goto(`${server.url}/admin/people?search=${name}`)
    await page.waitForSelector('html[data-hydrated]')
    for (const item of ['Lift suspension', 'Delete']) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible()
      found[item] = await findings(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(key => [key, []])))
    expect(pageErrors).toEqual([])
  })
}
