import { findings } from '../../support/browser/axe'
import { joined } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { connectForge, headCommit, startForge, type ForgeStub } from '../../support/stubs/forge'
import { themes } from '../../support/browser/themes'

test.use({ env: { FORGES_TO_PRIVATE: 'on' } })

let forge: ForgeStub
test.beforeEach(async () => {
  forge = await startForge('gitea')
})
test.afterEach(() => forge.stop())

const gathered = { timeout: 15_000 }

test('an owner connects a project, sees what failed, changes the token and disconnects', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await open('/settings/pull-requests')
  await expect(page.getByRole('heading', { name: 'No projects connected' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect a project' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('https://github.com')
  await page.getByLabel('Forge').selectOption('Gitea or Forgejo')
  await expect(page.getByLabel('Address')).toHaveValue('')
  await page.getByLabel('Address').fill(new URL(forge.apiUrl).origin)
  await page.getByLabel('Repository').fill('acme/web')
  await page.getByLabel('Token').fill('secret')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'acme/web' }).first()
  await expect(row).toContainText('Nothing written yet')

  const review = await agent('POST', '/v1/reviews', {
    projectId,
    title: 'Totals wrap on narrow screens',
    prRef: '#7',
    commit: headCommit,
  })
  expect(review.status).toBe(201)
  await expect.poll(() => forge.bodies().length, gathered).toBe(1)
  await open('/settings/pull-requests')
  await expect(row).toContainText('Last written')

  forge.state.token = 'another'
  const { review: found } = review.body as unknown as { review: { id: string } }
  const before = forge.statuses.length
  await person.call('POST', `/api/reviews/${found.id}/status`, { status: 'verified' })
  await expect(async () => {
    await open('/settings/pull-requests')
    await expect(row).toContainText('Failing', { timeout: 1000 })
  }).toPass(gathered)
  await expect(row.getByRole('link', { name: 'Totals wrap on narrow screens' })).toBeVisible()
  await expect(row).toContainText('401: Bad credentials')
  expect(forge.statuses).toHaveLength(before)

  const choose = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Edit')
  await expect(page.getByLabel('Repository')).toHaveValue('acme/web')
  await page.getByLabel('Token').fill('another')
  await page.getByLabel('Show images in comments').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('no images')
  await expect.poll(() => forge.statuses.length, gathered).toBe(before + 1)
  await choose('Disconnect')
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No projects connected' })).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('a token that the forge does not accept is explained, and can be corrected', async ({
  page,
  projectId: _,
  open,
}) => {
  await open('/settings/pull-requests')
  await page.getByRole('button', { name: 'Connect a project' }).click()
  await page.getByLabel('Forge').selectOption('Gitea or Forgejo')
  await page.getByLabel('Address').fill(forge.apiUrl)
  await page.getByLabel('Repository').fill('acme/web')
  await page.getByLabel('Token').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The forge does not accept the token.')
  await page.getByLabel('Token').fill('secret')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing written yet')).toBeVisible()
})

test('a member has no access to pull requests', async ({ server, person, openAs }) => {
  const member = await joined(server, person, 'Mel', 'member')
  const page = await openAs(member, '/settings/pull-requests')
  await expect(page.getByRole('heading', { name: "You don't have access to Pull requests" })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pull requests' })).toHaveCount(0)
})

for (const colorScheme of themes)
  test(`axe finds no violations in the connections and their dialogs, ${colorScheme}`, async ({
    page,
    person,
    agent,
    projectId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await person.project('Marketing site')
    await connectForge(person.call, projectId, 'gitea', forge)
    forge.respondWith(() => ({ status: 403, body: { message: 'token does not have the required scope' } }))
    await agent('POST', '/v1/reviews', { projectId, title: 'Totals wrap on narrow screens', prRef: '#7' })
    await expect(async () => {
      await open('/settings/pull-requests')
      await expect(page.getByText('Failing')).toBeVisible({ timeout: 1000 })
    }).toPass(gathered)
    const check = async (name: string) => {
      expect([name, ...(await findings(page))]).toEqual([name])
    }
    await check('list')
    await page.setViewportSize({ width: 390, height: 844 })
    await check('list-phone')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Connect a project' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('connect-phone')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const action of ['Edit', 'Disconnect']) {
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(action)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
