import { plans } from '#shared/plans'
import { expect, test } from '../../support/browser/e2e'

test.use({ env: { RETENTION: 'plan' } })

test('a new workspace becomes the current workspace on every page and has its own settings', async ({
  page,
  person,
  projectId,
  open,
}) => {
  await open('/')
  const project = page.getByRole('link', { name: 'Acme web' })
  await expect(project).toBeVisible()
  const switcher = page.getByRole('button', { name: /^Workspace:/ })
  await expect(switcher).toHaveCount(0)
  await page.getByRole('button', { name: 'Ann', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.getByLabel('Name').fill('Side work')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(switcher).toContainText('Side work')
  await expect(project).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Let your agent show its work' })).toBeVisible()
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await expect(page.getByText('From all your workspaces.')).toBeVisible()

  await open('/settings')
  await expect(page).toHaveURL(/\/settings\/general$/)
  const name = page.getByLabel('Name', { exact: true })
  await expect(switcher).toContainText('Side work')
  await expect(name).toHaveValue('Side work')
  await switcher.click()
  await page.getByRole('menuitemradio', { name: /Ann's workspace/ }).click()
  await expect(name).toHaveValue("Ann's workspace")
  await expect(project).toBeVisible()
  const me = () =>
    person.call<{ workspaces: { id: string }[]; workspace: { name: string } }>('GET', '/api/me')
  await expect.poll(async () => (await me()).body.workspace.name).toBe("Ann's workspace")

  await test.step('the settings show the retention of evidence; the workspace can be renamed', async () => {
    await expect(page.getByText(person.workspaceId)).toBeVisible()
    await expect(page.getByText(`${plans.free.retention.visibleDays} days`).first()).toBeVisible()
    await name.fill('Acme')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText('Workspace renamed').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
    expect((await me()).body.workspace.name).toBe('Acme')
  })

  await test.step('without payments, the usage page has no plans and states how to keep media', async () => {
    await page.getByRole('link', { name: 'Usage' }).click()
    const row = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    await expect(row('Storage')).toContainText(/[\d.]+ (KiB|bytes)/)
    await expect(row('Retention')).toContainText('available for 14 days')
    await expect(row('Retention')).toContainText('To keep them forever, set RETENTION=off on the server.')
    await expect(page.getByRole('button', { name: /Upgrade|Manage/ })).toHaveCount(0)
    await expect(page.getByText(/\$|plan/i).filter({ visible: true })).toHaveCount(0)
  })

  await test.step('a link to a project of another workspace switches to that workspace', async () => {
    const other = (await me()).body.workspaces.find(each => each.id !== person.workspaceId)
    await person.call('PATCH', '/api/me', { workspaceId: other?.id })
    await open(`/projects/${projectId}`)
    await expect(page.getByRole('heading', { name: 'Acme web' })).toBeVisible()
    await expect(switcher).toContainText('Acme')
  })
})
