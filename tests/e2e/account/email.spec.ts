import { findings } from '../../support/browser/checks/axe'
import { password } from '../../support/people/sessions'
import { emailOf, signUp } from '../../support/people/sign-up'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { startMail } from '../../support/stubs/mail'
import { startServer } from '../../support/server/server'
import { themes } from '../../support/browser/checks/themes'

const linkIn = (mail = '', page: string) => new RegExp(`https?:\\S+${page}\\S+`).exec(mail)?.[0] ?? ''

for (const colorScheme of themes) {
  test(`links in mails reset a forgotten password and confirm a changed email (${colorScheme})`, async ({
    page,
  }) => {
    const mail = await startMail()
    const server = await startServer({ SMTP_URL: mail.url, SIGN_UPS: 'invite' })
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    /** Opens the link in the last mail, chooses a new password and signs in with it. */
    const chooseByLink = async () => {
      await page.goto(linkIn(mail.mails.at(-1), 'reset-password'))
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
      await page.getByLabel('New password').fill('another long password')
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.waitForURL('**/sign-in')
      await page.waitForSelector('html[data-hydrated]')
      await page.getByLabel('Email').fill('kim@example.org')
      await page.getByLabel('Password').fill('another long password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    }

    await test.step('when an account exists, the page states that sign-up needs an invitation', async () => {
      const rule = page.getByText('Sign-up on this server is by invitation only.')
      await page.goto(`${server.url}/sign-up`)
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
      await expect(rule).toHaveCount(0)
      await signUp(server, 'Kim', { email: 'kim@example.org' })
      await page.reload()
      await expect(rule).toBeVisible()
    })
    await test.step('a forgotten password is reset', async () => {
      await page.goto(`${server.url}/sign-in`)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
      await page.getByLabel('Email').fill('kim@example.org')
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await expect.poll(() => mail.mails.length).toBe(1)
      await chooseByLink()
    })
    await test.step('a signed-in person can also open a reset link and is signed out by it', async () => {
      const sent = mail.mails.length
      await page.goto(`${server.url}/forgot-password`)
      await page.waitForSelector('html[data-hydrated]')
      await page.getByLabel('Email').fill('kim@example.org')
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect.poll(() => mail.mails.length).toBe(sent + 1)
      await chooseByLink()
    })
    await test.step('a new email address is confirmed by the link that is sent to it', async () => {
      await page.goto(`${server.url}/settings/account`)
      await page.waitForSelector('html[data-hydrated]')
      await page.getByRole('button', { name: 'Change email' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change email' })
      expect(await findings(page)).toEqual([])
      await dialog.getByLabel('New email').fill('kim.new@example.org')
      await dialog.getByLabel('Password').fill('another long password')
      await dialog.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'kim.new@example.org' })).toBeVisible()
      await expect(page.getByText('kim@example.org')).toBeVisible()
      await expect.poll(() => mail.mails.length).toBe(3)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(linkIn(mail.mails.at(-1), 'confirm-email'))
      await page.waitForSelector('html[data-hydrated]')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeFocused()
      expect(await findings(page)).toEqual([])
      await page.getByRole('link', { name: 'Continue' }).click()
      await expect(page.getByText('kim.new@example.org')).toBeVisible()
    })
    expect(pageErrors).toEqual([])
    await server.stop()
    await mail.stop()
  })
}

test('on a server without mail, the password suffices to change the email; a used link fails', async ({
  page,
  person,
  open,
}) => {
  const taken = await emailOf(person)
  await open('/settings/account')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(taken)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This is already your email address.')
  await dialog.getByLabel('New email').fill(`changed-${taken}`)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`changed-${taken}`)).toBeVisible()

  await open('/confirm-email/used')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('This link was used or replaced, or has expired.')
})
