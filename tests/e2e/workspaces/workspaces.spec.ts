import { plans } from '#shared/plans'
import { expect, test } from '../../support/browser/e2e'

test('a new workspace becomes the current one on every page, and stays so after a reload', async ({
  page,
  person,
  projectId,
  open,
}) => {
  expect(projectId).toBeTruthy()
  await open('/')
  await expect(page.getByRole('link', { name: 'Acme web' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Workspace:/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ann', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.getByLabel('Name').fill('Side work')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  const switcher = page.getByRole('button', { name: /^Workspace:/ })
  await expect(switcher).toContainText('Side work')
  await expect(page.getByRole('link', { name: 'Acme web' })).toHaveCount(0)
  await open('/notifications')
  await expect(page.getByText('From all your workspaces.')).toBeVisible()
  await open('/')
  await expect(page.getByText('Reviews of Side work that need your attention.')).toBeVisible()

  await open('/settings/general')
  await expect(switcher).toContainText('Side work')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Side work')
  await switcher.click()
  await page.getByRole('menuitemradio', { name: /Ann's workspace/ }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue("Ann's workspace")
  await expect(page.getByRole('link', { name: 'Acme web' })).toBeVisible()
  await expect
    .poll(
      async () => (await person.call<{ workspace: { name: string } }>('GET', '/api/me')).body.workspace.name,
    )
    .toBe("Ann's workspace")
})

test('a link to a project of another workspace switches to that workspace', async ({
  page,
  person,
  projectId,
  open,
}) => {
  const { body } = await person.call<{ workspace: { id: string } }>('POST', '/api/workspaces', {
    name: 'Side work',
  })
  await person.call('PATCH', '/api/me', { workspaceId: body.workspace.id })
  await open(`/projects/${projectId}`)
  await expect(page.getByRole('heading', { name: 'Acme web' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Workspace:/ })).toContainText("Ann's workspace")
})

test('an owner renames the workspace, and the settings state the retention of evidence', async ({
  page,
  person,
  open,
}) => {
  await open('/settings')
  await expect(page).toHaveURL(/\/settings\/general$/)
  await expect(page.getByText(person.workspaceId)).toBeVisible()
  await expect(page.getByText(`${plans.free.retention.visibleDays} days`).first()).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Acme')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Workspace renamed').first()).toBeVisible()
  expect((await person.call<{ workspace: { name: string } }>('GET', '/api/me')).body.workspace.name).toBe(
    'Acme',
  )
})
