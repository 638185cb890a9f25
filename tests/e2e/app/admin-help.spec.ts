import { findings } from '../../support/browser/checks/axe'
import { outOfView } from '../../support/browser/checks/layout'
import { collectFound } from '../../support/browser/checks/page-checks'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { themes } from '../../support/browser/checks/themes'
import { adminEmail } from '../../support/people/admin'
import { password } from '../../support/people/sessions'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import type { TestServer } from '../../support/server/server'

test.use({ env: { ADMINS: adminEmail } })

let first: Promise<Person> | undefined
/** The administrator is the first account of the server. */
const administrator = (server: TestServer) => (first ??= signUp(server, 'Ada', { email: adminEmail }))

for (const colorScheme of themes)
  test(`An administrator adds a person, who chooses a password and is an owner (${colorScheme})`, async ({
    server,
    openAs,
    browser,
  }) => {
    const admin = await administrator(server)
    const owner = await signUp(server, `Olga ${colorScheme}`)
    await joined(server, owner, 'Mel', 'member')
    const email = `nia.${colorScheme}@example.org`
    const workspaceName = `Olga ${colorScheme}'s workspace`
    const page = await openAs(admin, '/admin/people')
    await page.emulateMedia({ colorScheme })
    const pageErrors = collectPageErrors(page)
    const { found, add } = collectFound()
    const checkOnPhoneToo = async (label: string) => {
      add(label, await findings(page))
      await page.setViewportSize({ width: 390, height: 844 })
      add(`${label}, on a phone`, [...(await outOfView(page)), ...(await findings(page))])
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    const rows = page.getByRole('main').getByRole('listitem')
    const dialog = page.getByRole('dialog')
    const shownLink = async () => (await dialog.getByLabel('Password link').textContent())?.trim() ?? ''
    let link = ''

    await test.step('the administrator creates an account and sees its password link once', async () => {
      await page.getByRole('button', { name: 'Add person' }).click()
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Name').fill(`Nia ${colorScheme}`)
      await expect(dialog.getByRole('button', { name: 'Add person' })).toBeDisabled()
      await dialog.getByLabel('Reason').fill('New colleague')
      await checkOnPhoneToo('dialog that adds a person')
      await dialog.getByRole('button', { name: 'Add person' }).click()
      await expect(dialog).toContainText('It works once, within an hour.')
      await checkOnPhoneToo('dialog that shows a password link')
      link = await shownLink()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(rows.filter({ hasText: email })).toContainText('not confirmed')
    })
    await test.step('a new password link of a person ends their earlier password link', async () => {
      await rows
        .filter({ hasText: email })
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name: 'Password link…' }).click()
      await dialog.getByLabel('Reason').fill('Lost it')
      await checkOnPhoneToo('dialog that creates a password link')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await expect(dialog.getByLabel('Password link')).toBeVisible()
      const earlier = link
      link = await shownLink()
      await dialog.getByRole('button', { name: 'Done' }).click()
      const landed = await fetch(earlier, { redirect: 'manual' })
      expect(landed.headers.get('location')).toContain('error=INVALID_TOKEN')
    })
    await test.step('the administrator makes the person an owner of a workspace', async () => {
      await page.goto(`${server.url}/admin?search=${encodeURIComponent(workspaceName)}`)
      const row = rows.filter({ hasText: workspaceName })
      await row.getByRole('button', { name: `People of ${workspaceName}` }).click()
      await row.getByRole('button', { name: 'Add person…' }).click()
      await dialog.getByRole('searchbox').fill(email)
      await dialog.getByRole('radio', { name: new RegExp(email) }).check()
      await expect(dialog.getByRole('radio', { name: /^Owner/ })).toBeChecked()
      await dialog.getByLabel('Reason').fill('Olga left')
      await checkOnPhoneToo('dialog that adds a person to a workspace')
      await dialog.getByRole('button', { name: 'Add person' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(row).toContainText('3 people')
      await expect(row).toContainText(`${email} · Owner`)
    })
    await test.step('the administrator changes the role of a member', async () => {
      const row = rows.filter({ hasText: workspaceName })
      await row.getByRole('button', { name: 'Change the role of Mel' }).click()
      await dialog.getByRole('radio', { name: /^Reviewer/ }).check()
      await dialog.getByLabel('Reason').fill('Olga left')
      await checkOnPhoneToo('dialog that changes a role')
      await dialog.getByRole('button', { name: 'Change role' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(row.getByRole('listitem').filter({ hasText: 'Mel' })).toContainText('Reviewer')
      await checkOnPhoneToo('workspace with its people')
    })
    await test.step('the activity of administrators names the person, workspace and role', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Activity' }).click()
      const events = rows.filter({ hasText: 'Ada ' })
      await expect(events.first()).toContainText(
        `Ada changed the role of Mel in ${workspaceName} to Reviewer`,
      )
      await expect(events.nth(1)).toContainText(`Ada added Nia ${colorScheme} to ${workspaceName} as Owner`)
      await expect(events.nth(2)).toContainText(`Ada created a password link for Nia ${colorScheme}`)
      await checkOnPhoneToo('activity')
    })
    await test.step('the person chooses a password with the link, and opens the workspace', async () => {
      const context = await browser.newContext({ baseURL: server.url })
      const theirs = await context.newPage()
      await theirs.goto(link)
      await theirs.locator('html[data-hydrated]').waitFor()
      await theirs.getByLabel('New password').fill(password)
      await theirs.getByRole('button', { name: 'Save password' }).click()
      await expect(theirs).toHaveURL(/\/sign-in/)
      await theirs.getByLabel('Email').fill(email)
      await theirs.getByLabel('Password', { exact: true }).fill(password)
      await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
      await context.close()
    })
    expect(found).toEqual({})
    expect(pageErrors).toEqual([])
  })
