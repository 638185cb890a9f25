import { findings } from '../../support/browser/axe'
import { emailOf, password, signUp } from '../../support/server/client'
import { collectPageErrors, enter, expect, test } from '../../support/browser/e2e'
import { startMail } from '../../support/stubs/mail'
import { startServer } from '../../support/server/server'
import { themes } from '../../support/browser/themes'

for (const colorScheme of themes) {
  test(`an email is changed by the link to the new address, ${colorScheme}`, async ({ page, context }) => {
    const mail = await startMail()
    const server = await startServer({ SMTP_URL: mail.url })
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    const kim = await signUp(server, 'Kim')
    const before = await emailOf(kim)
    await enter(context, server, kim)
    await page.goto(`${server.url}/settings/account`)
    await page.waitForSelector('html[data-hydrated]')
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    expect(await findings(page)).toEqual([])
    await dialog.getByLabel('New email').fill('kim.new@example.org')
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'kim.new@example.org' })).toBeVisible()
    await expect(page.getByText(before)).toBeVisible()

    await expect.poll(() => mail.mails.length).toBe(1)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(/https?:\S+confirm-email\S+/.exec(mail.mails.at(-1) ?? '')?.[0] ?? '')
    await page.waitForSelector('html[data-hydrated]')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeFocused()
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByText('kim.new@example.org')).toBeVisible()
    expect(pageErrors).toEqual([])
    await server.stop()
    await mail.stop()
  })
}

test('without mail, an email is changed with the password, and a used link says so', async ({
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
  await expect(dialog.getByRole('alert')).toContainText('This is your email address already.')
  await dialog.getByLabel('New email').fill(`changed-${taken}`)
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`changed-${taken}`)).toBeVisible()

  await open('/confirm-email/used')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('This link was used or replaced, or has expired.')
})
