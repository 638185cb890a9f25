import { findings } from '../support/axe'
import { upload } from '../support/client'
import { complaintsOf, expect, test } from '../support/e2e'
import { picture } from '../support/samples'

test('a person signs up, is told when the password is wrong, signs in and out', async ({
  page,
  server,
  open,
}) => {
  await open('/reviews/rev_01AAAAAAAAAAAAAAAAAAAAAAAA')
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Robin')
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/reviews\//)
  await expect(
    page.getByRole('alert').filter({
      hasText:
        'There is no such review. It may have been deleted, the link may be incomplete, or you may not have access to it.',
    }),
  ).toBeVisible()
  await expect(page.getByRole('banner').locator('[data-skeleton]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review')
  await open('/')
  await page.getByRole('button', { name: 'Robin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.url}/sign-in`)
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill('wrong wrong wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
})

test('a redirect never leads to another site', async ({ page, server, person, open }) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/sign-in?redirect=https://evil.example')
  await expect(page).toHaveURL(`${server.url}/`)
  for (const redirect of [
    '//evil.example',
    '%2F%09%2Fevil.example',
    '%2F%5Cevil.example',
    '%2F%252Fevil.example',
  ]) {
    await open(`/sign-in?redirect=${redirect}`)
    await expect(page).toHaveURL(`${server.url}/`)
  }
})

test('a project and a token are made in the dashboard; the secret is shown once and works', async ({
  page,
  server,
  person,
  open,
}) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/')
  await expect(page.getByText("You're all caught up")).toBeVisible()
  await page.getByRole('button', { name: '+ New project' }).click()
  await page.getByLabel('Name').fill('Acme web')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: 'Acme web' })).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Agent tokens' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Name').fill('ci-agent')
  await page.getByRole('button', { name: 'Create token' }).click()
  const line = await page.getByLabel('token', { exact: true }).textContent()
  const token = line?.match(/svc_[\w-]{32}/)?.[0] ?? ''
  expect(
    (await fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke ci-agent' }).click()
  await expect(page.getByRole('dialog')).toContainText('Revoke “ci-agent”?')
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  expect(
    (await fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(401)
})

test('the inbox says what waits, and forgets it once it was looked at', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await picture(640, 400).png().toBuffer())
  await open('/')
  await expect(page.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await page.getByRole('link', { name: /Totals wrap/ }).click()
  const seen = page.waitForResponse(answer => answer.url().endsWith('/seen'))
  await expect(page.getByTestId('stage')).toBeVisible()
  expect((await seen).status()).toBe(200)
  const note = await agent<{ threadId: string }>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0, y: 0 },
    body: 'x',
  })
  await open('/')
  await expect(page.getByRole('heading', { name: 'Awaiting review 1' })).toBeVisible()
  await agent('POST', `/v1/threads/${note.body.threadId}/address`)
  await open('/')
  await expect(page.getByRole('heading', { name: 'Ready to verify 1' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${colorScheme}`, async ({
    page,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    const complaints = complaintsOf(page)
    await page.emulateMedia({ colorScheme })
    const done = await upload(agent, reviewId, await picture(640, 400).png().toBuffer(), {
      route: '/dashboard',
    })
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 },
      body: 'x',
    })
    const found: Record<string, string[]> = {}
    for (const path of ['/', `/projects/${projectId}`, '/settings/tokens', `/reviews/${reviewId}`]) {
      await open(path)
      await page.waitForLoadState('networkidle')
      found[path] = await findings(page)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/reviews/${reviewId}`)
    found.phone = await findings(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.context().clearCookies()
    for (const path of ['/sign-in', '/sign-up', '/developers']) {
      await open(path)
      found[path] = await findings(page)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(path => [path, []])))
    expect(complaints).toEqual([])
  })
}
