import type { Page } from '@playwright/test'
import { caller, newReview, signUp } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'

test.use({ env: { UNCLAIMED_WORKSPACES: 'on' } })

async function bootstrap(server: TestServer) {
  const { body } = await caller(server)<{ token: string; claimUrl: string; project: { id: string } }>(
    'POST',
    '/v1/bootstrap',
    { project: 'Acme web' },
  )
  const agent = caller(server, { authorization: `Bearer ${body.token}` })
  await newReview(agent, body.project.id)
  return new URL(body.claimUrl).pathname
}

let people = 0

/** Fills the sign-up form that is open. */
async function createAccount(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}${people++}@example.org`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
}

test.describe('claiming', () => {
  test('a person signs up on the claim page, claims the workspace and finds it in the inbox', async ({
    page,
    server,
    open,
  }) => {
    const path = await bootstrap(server)
    const pageErrors = collectPageErrors(page)
    await open(path)
    await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fclaim%2F/)
    await expect(
      page.getByText('You need an account to claim the workspace your agent created.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(page, 'Robin')
    await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText('Acme web')
    await expect(page.getByText('1 review', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Claim workspace' }).click()
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()

    await open(path)
    await expect(page.getByRole('heading', { name: "This claim link isn't valid" })).toBeVisible()
    expect(pageErrors.filter(each => !each.includes('404'))).toEqual([])
  })

  test('the page reports that another person has claimed the workspace first', async ({
    page,
    server,
    person,
    open,
  }) => {
    const path = await bootstrap(server)
    expect(person.workspaceId).toBeTruthy()
    await open(path)
    await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
    await (await signUp(server, 'Fast')).call('POST', '/api/claim', { code: path.split('/').at(-1) })
    await page.getByRole('button', { name: 'Claim workspace' }).click()
    await expect(page.getByRole('heading', { name: "This claim link isn't valid" })).toBeFocused()
  })
})
