import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

const item = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

test('after the session ends, a person signs in on the same page and continues with the same text', async ({
  page,
  server,
  agent,
  person,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('Kept through it all.')
  // Signed out elsewhere: the cookie stays, but the session no longer exists.
  await fetch(`${server.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { 'cookie': person.cookie, 'origin': server.url, 'content-type': 'application/json' },
    body: '{}',
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  expect(await findings(page)).toEqual([])
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Invalid email or password')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Comment on this image')).toHaveValue('Kept through it all.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kept through it all.' })).toBeVisible()
})

test('a waiting comment is sent after signing in again on the same page', async ({
  page,
  server,
  agent,
  person,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1000, 500))
  await open(`/reviews/${reviewId}`)
  // The session ends during the request. If it ended earlier, the dialog would cover the button.
  await page.route(
    '**/annotations',
    async route => {
      await fetch(`${server.url}/api/auth/sign-out`, {
        method: 'POST',
        headers: { 'cookie': person.cookie, 'origin': server.url, 'content-type': 'application/json' },
        body: '{}',
      })
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByLabel('Comment on this image').fill('Through it all.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByLabel('Password')
    .fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Through it all.')).toBeVisible()
  await expect(page.getByLabel('Comment on this image')).toHaveValue('')
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
})
