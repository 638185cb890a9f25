import { findings } from '../../support/browser/checks/axe'
import { outOfView } from '../../support/browser/checks/layout'
import { collectFound } from '../../support/browser/checks/page-checks'
import { adminEmail } from '../../support/people/admin'
import { DAY } from '#shared/time'
import { pngImage } from '../../support/media/samples'
import { runSql } from '../../support/data/database'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'
import { themes } from '../../support/browser/checks/themes'

test.use({ env: { ADMINS: adminEmail } })

let first: Promise<Person> | undefined
/** Signs up the administrator, once, as the first account of the server. */
const administrator = (server: TestServer) => (first ??= signUp(server, 'Ada', { email: adminEmail }))

for (const colorScheme of themes)
  test(`An administrator finds a workspace, suspends it and lifts the suspension (${colorScheme})`, async ({
    server,
    openAs,
  }) => {
    const admin = await administrator(server)
    const owner = await signUp(server, `Noor ${colorScheme}`)
    await joined(server, owner, 'Mel', 'member')
    const name = `Noor ${colorScheme}'s workspace`
    const page = await openAs(admin, '/')
    await page.emulateMedia({ colorScheme })
    const pageErrors = collectPageErrors(page)
    const { found, add } = collectFound()
    const checkOnPhone = async (label: string) => {
      await page.setViewportSize({ width: 390, height: 844 })
      add(`${label}, on a phone`, [...(await outOfView(page)), ...(await findings(page))])
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    const dialog = page.getByRole('dialog')

    await test.step('the administrator finds the workspace and opens the list of its people', async () => {
      await page.getByRole('link', { name: 'Administration' }).click()
      await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible()
      await page.getByRole('searchbox').fill(name)
      await expect(row).toContainText('2 people')
      await expect(page).toHaveURL(/search=Noor/)
      await row.getByRole('button', { name: `People of ${name}` }).click()
      await expect(row.getByRole('link', { name: 'Mel' })).toBeVisible()
    })
    await test.step('the administrator suspends the workspace by keyboard and states a reason', async () => {
      await row.getByRole('button', { name: `Actions for ${name}` }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Suspend' }).press('Enter')
      await expect(dialog).toContainText('Its members, agents, share links and media links get an error')
      await expect(dialog.getByRole('button', { name: 'Suspend workspace' })).toBeDisabled()
      await dialog.getByLabel('Reason').fill('Spam in reviews')
      await dialog.getByRole('button', { name: 'Suspend workspace' }).click()
      await expect(row).toContainText('Suspended')
      add('workspaces', await findings(page))
      await checkOnPhone('workspaces')
    })
    const theirs = await openAs(owner, '/')
    await expect(theirs.getByRole('alert').first()).toContainText('This workspace is suspended.')

    await test.step('the activity page lists the suspension and links to the workspace', async () => {
      await page.getByRole('main').getByRole('link', { name: 'Activity' }).click()
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name })).toContainText(
        `Ada suspended the workspace ${name}`,
      )
      await checkOnPhone('activity')
      await page.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible()
    })
    await test.step('the administrator lifts the suspension and states a reason', async () => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Lift suspension' }).click()
      await dialog.getByLabel('Reason').fill('Cleaned up')
      add('dialog that lifts a suspension', await findings(page))
      await dialog.getByRole('button', { name: 'Lift suspension' }).click()
      await expect(row).not.toContainText('Suspended')
      await theirs.reload()
      await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
      await expect(theirs.getByRole('alert')).toHaveCount(0)
    })
    expect(found).toEqual({})
    expect(pageErrors).toEqual([])
  })

for (const colorScheme of themes)
  test(`A person can use the app again after their scheduled deletion is cancelled (${colorScheme})`, async ({
    server,
    openAs,
  }) => {
    const admin = await administrator(server)
    const name = `Pia ${colorScheme}`
    const person = await signUp(server, name)
    const page = await openAs(admin, `/admin/people?search=${encodeURIComponent(name)}`)
    await page.emulateMedia({ colorScheme })
    const { found, add } = collectFound()
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    const dialog = page.getByRole('dialog')

    await test.step('the dialog that deletes a person lists workspaces that are also deleted', async () => {
      await row.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(dialog).toContainText(`${name}'s workspace`)
      await dialog.getByLabel('Reason').fill('Asked for it')
      add('dialog that deletes a person', await findings(page))
      await dialog.getByRole('button', { name: 'Delete in 7 days' }).click()
      await expect(row).toContainText('Deletion on')
      await page.setViewportSize({ width: 390, height: 844 })
      add('people, on a phone', [...(await outOfView(page)), ...(await findings(page))])
      await page.setViewportSize({ width: 1280, height: 720 })
    })
    const theirs = await openAs(person, '/')
    await expect(theirs).toHaveURL(/\/sign-in\?error=account_suspended/)
    await expect(theirs.getByRole('alert')).toContainText('This account is suspended.')

    await test.step('after the deletion is cancelled, the person can open their pages again', async () => {
      await row.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Cancel deletion' }).click()
      await dialog.getByLabel('Reason').fill('Changed their mind')
      await dialog.getByRole('button', { name: 'Cancel deletion' }).click()
      await expect(row).not.toContainText('Deletion on')
      await theirs.goto(server.url)
      await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    })
    await test.step('administration pages do not exist for people who are not administrators', async () => {
      await expect(theirs.getByRole('link', { name: 'Administration' })).toHaveCount(0)
      expect((await theirs.goto(`${server.url}/admin`))?.status()).toBe(404)
      await expect(theirs.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      const headers = { accept: 'text/html' }
      for (const path of ['/admin/people', '/admin/activity']) {
        const response = await theirs.request.get(server.url + path, { headers })
        expect([path, response.status()]).toEqual([path, 404])
        expect(await response.text()).toContain('Page not found')
      }
      const signedOut = await fetch(`${server.url}/admin`, { headers, redirect: 'manual' })
      expect(signedOut.headers.get('location')).toMatch(/^\/sign-in\?redirect=/)
    })
    await test.step('an administrator has no actions on their own account', async () => {
      await page.getByRole('searchbox').fill(adminEmail)
      await expect(page.getByRole('main').getByRole('listitem')).toContainText(['Administrator'])
      await expect(page.getByRole('button', { name: 'Actions for Ada' })).toHaveCount(0)
    })
    expect(found).toEqual({})
  })

test('the administration shows how much evidence is deleted within 7 days, if there is any', async ({
  server,
  openAs,
}) => {
  const admin = await administrator(server)
  const owner = await signUp(server, 'Kai')
  const { revisionId } = await upload(
    await owner.agent(),
    await newReview(owner.call, await owner.project()),
    await pngImage(60, 40),
  )
  const page = await openAs(admin, '/admin')
  const figure = (name: string) =>
    page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
  await expect(figure('Stored')).toBeVisible()
  await expect(figure('Deleted within 7 days')).toHaveCount(0)
  await runSql(server, "UPDATE workspace SET plan = 'unclaimed' WHERE id = ?", [owner.workspaceId])
  await runSql(server, 'UPDATE revision SET completed_at = completed_at - ? WHERE id = ?', [
    6 * DAY,
    revisionId,
  ])
  await page.reload()
  await expect(figure('Deleted within 7 days')).toContainText(/\d (?:B|KiB).*1 file whose retention ends/s)
})
