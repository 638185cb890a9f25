import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { commentItem, press, listStatus } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'

test('`npm run demo` creates a review with addressed comments and prints its URL and an account', async ({
  page,
  server,
}) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/demo.mjs'], {
    env: { ...process.env, EXHIBIT_URL: server.url },
  })
  const printed = (label: string) => new RegExp(`${label}:\\s+(\\S+)`).exec(stdout)?.[1] ?? ''
  await page.goto(printed('The review'))
  await page.waitForSelector('html[data-hydrated]')
  await page.getByLabel('Email').fill(printed('Sign in as'))
  await page.getByLabel('Password').fill(printed('Password'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Screenshots of Exhibit’s own pages' })).toBeVisible()
  await listStatus(page, 'To check 1')
  await expect(page.getByText('Addressed in r2.')).toBeVisible()
  await press(commentItem(page, 'Addressed in r2.').first(), 'Resolve')
  await listStatus(page, 'Resolved 1')
  await expect(commentItem(page, 'Addressed in r2.').first()).toBeVisible()
})
