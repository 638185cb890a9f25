import { findings } from '../../support/browser/axe'
import { signUp } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { startMail } from '../../support/stubs/mail'
import { startServer } from '../../support/server/server'

test('a forgotten password is reset by email', async ({ page }) => {
  const mail = await startMail()
  const server = await startServer({ SMTP_URL: mail.url })
  const pageErrors = collectPageErrors(page)
  const ann = await signUp(server)
  const { user } = (await ann.call<{ user: { email: string } }>('GET', '/api/me')).body
  await page.goto(`${server.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  await expect.poll(() => mail.mails.length).toBe(1)
  await page.goto(/https?:\S+reset-password\S+/.exec(mail.mails.at(-1) ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill('another long password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  expect(pageErrors).toEqual([])
  await server.stop()
  await mail.stop()
})

test('an expired reset link and a server without email say so', async ({ page, server }) => {
  await page.goto(`${server.url}/reset-password?error=INVALID_TOKEN`)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.goto(`${server.url}/sign-in`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
})

test('a server with sign-up by invitation says so before the form is filled in', async ({ page }) => {
  const server = await startServer({ SIGN_UPS: 'invite' })
  await page.goto(`${server.url}/sign-up`)
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText('Sign-up on this server is by invitation only.')).toHaveCount(0)
  await signUp(server)
  await page.reload()
  await expect(page.getByText('Sign-up on this server is by invitation only.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await server.stop()
})
