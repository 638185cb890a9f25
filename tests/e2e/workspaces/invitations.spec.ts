import type { Page } from '@playwright/test'
import { newReview, signUp, type Person } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { startServer } from '../../support/server/server'

test.use({ env: { UNCLAIMED_WORKSPACES: 'on' } })

const invite = async (owner: Person, role = 'reviewer') => {
  const { body } = await owner.call<{ id: string; url: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role },
  )
  return { id: body.id, path: new URL(body.url).pathname }
}

let people = 0

/** Fills the sign-up form that is open. */
async function createAccount(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}${people++}@example.org`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
}

test.describe('an invitation', () => {
  test('shows who invites to which workspace, survives sign-up, and opens the workspace', async ({
    page,
    server,
    open,
  }) => {
    const owner = await signUp(server, 'Olga')
    await newReview(await owner.agent(), await owner.project())
    const { path } = await invite(owner)
    await open(path)
    await expect(page.getByRole('heading', { name: "Join Olga's workspace" })).toBeVisible()
    await expect(page.getByText('Olga invited you. As a reviewer, you can view')).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(page, 'Rita')
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()
    const me = (await page.evaluate(() => fetch('/api/me').then(answer => answer.json()))) as {
      workspace: object
    }
    expect(me.workspace).toMatchObject({ id: owner.workspaceId, role: 'reviewer' })
    await open(path)
    await expect(page.getByRole('heading', { name: "This invitation isn't valid" })).toBeVisible()
  })

  test('that is revoked or unknown shows an error that says whom to ask', async ({ page, server, open }) => {
    const owner = await signUp(server, 'Olga')
    const { id, path } = await invite(owner)
    await owner.call('DELETE', `/api/invitations/${id}`)
    for (const address of [path, '/invite/unknown']) {
      await open(address)
      await expect(page.getByText('Ask the person who invited you for a new link.')).toBeVisible()
      expect((await page.request.get(server.url + address)).status()).toBe(404)
    }
  })

  test('allows sign-up where it is by invitation only, and reports a full workspace', async ({ page }) => {
    const server = await startServer({ SIGN_UPS: 'invite', PLAN_LIMITS: 'on' })
    try {
      const owner = await signUp(server, 'Olga')
      const links = [
        await invite(owner, 'member'),
        await invite(owner, 'member'),
        await invite(owner, 'member'),
      ]
      await page.goto(`${server.url}/sign-up`)
      await page.waitForSelector('html[data-hydrated]')
      await createAccount(page, 'Mallory')
      await expect(page.getByRole('alert')).toContainText('Sign-up on this server is by invitation.')
      for (const [index, { path }] of links.entries()) {
        await page.context().clearCookies()
        await page.goto(server.url + path)
        await page.waitForSelector('html[data-hydrated]')
        await page.getByRole('link', { name: 'Create an account' }).click()
        await createAccount(page, `Guest${index}`)
        await page.getByRole('button', { name: 'Join' }).click()
        if (index < 2) await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
        else await expect(page.getByRole('alert')).toContainText("You haven't joined yet.")
      }
    } finally {
      await server.stop()
    }
  })
})
