import { expect, test } from '../../support/e2e'

test('a project and a token are created in the dashboard, and the token, shown once, works', async ({
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
