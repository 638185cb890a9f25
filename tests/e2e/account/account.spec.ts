import { findings } from '../../support/browser/checks/axe'
import { expect, test } from '../../support/browser/e2e'

test('a person changes their name and password, and ends their other sessions', async ({
  page,
  server,
  person,
  open,
}) => {
  const email = (await person.call<{ user: { email: string } }>('GET', '/api/me')).body.user.email
  const signIn = (password: string) =>
    fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
      body: JSON.stringify({ email, password }),
    })
  const other = (await signIn('correct horse battery')).headers.getSetCookie().map(each => each.split(';')[0])
  await open('/settings/account')
  await page.getByLabel('Your name').fill('Ann Other')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Ann Other')).toBeVisible()

  const sessions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sessions' }) })
  await expect(sessions.getByText('This device')).toBeVisible()
  await sessions.getByRole('button', { name: 'Sign out curl' }).press('Enter')
  await expect(sessions.getByRole('button', { name: 'Sign out curl' })).toHaveCount(0)
  // The list has no session left that could be signed out, so the focus moves to the heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const asOther = await fetch(`${server.url}/api/me`, { headers: { cookie: other.join('; ') } })
  expect(asOther.status).toBe(401)

  await signIn('correct horse battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByLabel('New password').fill('another good password')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Invalid password')
  expect(await findings(page)).toEqual([])
  await dialog.getByLabel('Current password').fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await signIn('another good password')).status).toBe(200)
  expect((await signIn('correct horse battery')).status).toBe(401)
})
