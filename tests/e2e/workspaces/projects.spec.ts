import type { DashboardProject } from '#shared/contract/project'
import { copyRow } from '../../support/data/copies'
import { newReview } from '../../support/reviews/review'
import { expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'

test('a project and an agent token are created in the dashboard, and the token is shown only once', async ({
  page,
  server,
  person,
  open,
}) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/')
  await expect(page.getByText('Let your agent show its work')).toBeVisible()
  await page.getByRole('button', { name: 'New project', exact: true }).click()
  await page.getByLabel('Name').fill('Acme web')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: 'Acme web' })).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Agent tokens' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  await expect(page.getByRole('dialog')).toContainText('Only people resolve comments and set verdicts.')
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

test('the reviews of a project can be searched, sorted and renamed', async ({
  page,
  server,
  agent,
  projectId,
  open,
}) => {
  await open(`/projects/${projectId}`)
  const main = page.getByRole('main')
  const filters = main.getByRole('group', { name: 'Filter by verdict' })
  await test.step('a project without reviews has neither a search nor filters', async () => {
    await expect(main.getByRole('heading', { name: 'No reviews yet' })).toBeVisible()
    await expect(filters).toHaveCount(0)
    await expect(main.getByLabel('Search reviews')).toHaveCount(0)
    await expect(main).not.toContainText('not verified')
  })
  await newReview(agent, projectId, 'Checkout totals')
  await newReview(agent, projectId, 'Account page')
  await open(`/projects/${projectId}`)
  await expect(main).toContainText('2 reviews, 2 not verified')
  const titles = page.locator('[data-review]')
  await expect(titles).toHaveText([/Account page/, /Checkout totals/])
  // The heading already names the project, so each row shows the author where other pages show the project.
  await expect(titles.first()).toContainText('ci-agent, no evidence')
  await expect(titles.first()).not.toContainText('Acme web')
  await page.getByLabel('Search reviews').fill('totals')
  await expect(titles).toHaveText([/Checkout totals/])
  await expect(page).toHaveURL(`${server.url}/projects/${projectId}?search=totals`)
  await page.getByLabel('Search reviews').fill('nowhere')
  await expect(page.getByText('No results for “nowhere”.')).toBeVisible()
  await expect(filters).toBeVisible()
  await page.getByLabel('Search reviews').fill('')
  await expect(titles).toHaveCount(2)
  await page.getByLabel('Sort by').selectOption('Title')
  await expect(titles).toHaveText([/Account page/, /Checkout totals/])
  await page.getByRole('button', { name: 'Actions for Account page' }).click()
  await page.getByRole('menuitem', { name: 'Edit review' }).click()
  await page.getByLabel('Title').fill('Your account')
  await page.getByLabel('Branch').fill('feat/account')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(titles).toHaveText([/Checkout totals/, /Your account/])
  await page.getByLabel('Search reviews').fill('feat/')
  await expect(titles).toHaveText([/Your account/])
  const searched = `${server.url}/projects/${projectId}?search=feat%2F&sort=title`
  await expect(page).toHaveURL(searched)

  // The link on the review returns to the list with the same search and order.
  await page.getByRole('link', { name: /^Your account/ }).click()
  await page.getByRole('link', { name: 'Back to the project' }).click()
  await expect(page).toHaveURL(searched)
  await expect(titles).toHaveText([/Your account/])
})

test('on a phone, the inbox lists the projects, and a project shows a skeleton while it loads', async ({
  page,
  server,
  projectId,
  reviewId,
  open,
}) => {
  await open('/')
  const projects = page.getByRole('main').getByRole('region', { name: 'Projects' })
  await expect(projects).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(projects.getByRole('link')).toHaveAccessibleName('Acme web 1 not verified')

  const release = await holdRequests(page, '**/api/projects/*/reviews*')
  await projects.getByRole('link').click()
  const skeleton = page.getByRole('main').getByRole('status', { name: 'Loading' })
  await expect(skeleton).toBeVisible()
  const before = await skeleton.boundingBox()
  release()
  await expect(page.getByRole('heading', { name: 'Acme web' })).toBeVisible()
  const list = page.getByRole('list').filter({ has: page.locator(`[data-review="${reviewId}"]`) })
  await expect(list).toBeVisible()
  expect((await list.boundingBox())?.x).toBe(before?.x)

  await copyRow(server, ['project', 'id', projectId], 8, {
    id: "id || 'X' || copy.n",
    name: "'Service ' || copy.n",
  })
  await open('/')
  await expect(projects.getByRole('link')).toHaveCount(8)
  await projects.getByRole('button', { name: 'Search all 9 projects' }).click()
  await page.getByRole('combobox').fill('service 8')
  await page.getByRole('option', { name: 'Service 8 Project' }).click()
  await expect(page.getByRole('heading', { name: 'Service 8' })).toBeVisible()
})

test('the review rules of a project are chosen in one dialog, which then shows the chosen rules', async ({
  page,
  person,
  projectId,
  open,
}) => {
  const rules = async () => {
    const { body } = await person.call<{ projects: DashboardProject[] }>('GET', '/api/projects')
    const found = body.projects.find(each => each.id === projectId)
    return [found?.needsAllReviewers, found?.baselines, found?.passesUnchanged]
  }
  await open(`/projects/${projectId}`)
  const dialog = page.getByRole('dialog', { name: 'Review rules' })
  const baselines = dialog.getByLabel('Compare new evidence with')
  const passes = dialog.getByLabel('The commit status succeeds without a verdict')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Actions for Acme web' }).click()
    await page.getByRole('menuitem', { name: 'Review rules' }).click()
  }
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await openDialog()
  await expect(baselines).toHaveValue('verified')
  await dialog.getByLabel('once everyone who was asked has verified it').check()
  await passes.check()
  await baselines.selectOption('The last merged pull request')
  await expect(dialog).toContainText('must be connected to its repository')
  await save()
  expect(await rules()).toEqual([true, 'merged', true])

  await openDialog()
  await expect(baselines).toHaveValue('merged')
  await expect(passes).toBeChecked()
  await baselines.selectOption('Nothing but its own revisions')
  await expect(passes).toHaveCount(0)
  await save()
  expect(await rules()).toEqual([true, 'off', false])
})
