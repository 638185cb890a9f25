import { choose } from '../../support/browser/actions'
import { findings } from '../../support/browser/checks/axe'
import { permissive } from '../../support/browser/environments'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { connectionsOf, headCommit, startForge, type ForgeStub } from '../../support/stubs/forge'
import { themes } from '../../support/browser/checks/themes'

test.use({ env: permissive })

let forge: ForgeStub
test.beforeEach(async () => {
  forge = await startForge('gitea')
})
test.afterEach(() => forge.stop())

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

for (const colorScheme of themes)
  test(`an owner connects a project to a forge, corrects the token and disconnects (${colorScheme})`, async ({
    page,
    person,
    agent,
    projectId,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    const check = async (name: string) => {
      expect([name, ...(await findings(page))]).toEqual([name])
    }
    await page.emulateMedia({ colorScheme })
    await open('/settings/pull-requests')
    const row = page.getByRole('listitem').filter({ hasText: 'acme/web' }).first()

    await test.step('a token that the forge rejects shows an error and can be corrected', async () => {
      await expect(page.getByRole('heading', { name: 'No projects connected' })).toBeVisible()
      await page.setViewportSize(phone)
      await page.getByRole('button', { name: 'Connect a project' }).click()
      await expect(page.getByLabel('Address')).toHaveValue('https://github.com')
      await check('connect')
      await page.setViewportSize(laptop)
      await page.getByLabel('Forge').selectOption('Gitea or Forgejo')
      await expect(page.getByLabel('Address')).toHaveValue('')
      await page.getByLabel('Address').fill(new URL(forge.apiUrl).origin)
      await page.getByLabel('Repository').fill('acme/web')
      await page.getByLabel('Token').fill('wrong')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('The forge rejected the token.')
      await page.getByLabel('Token').fill('secret')
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await expect(row).toContainText('Nothing written yet')
    })
    // The browser logs the response that rejects the token as an error.
    expect(pageErrors.splice(0).filter(each => !each.includes('Failed to load resource'))).toEqual([])

    await test.step('the secret and the URL of a forge webhook are shown once', async () => {
      await page.setViewportSize(phone)
      await choose(page, 'Acme web', 'Answer /exhibit in comments')
      await check('answer')
      await page.getByRole('button', { name: 'Create secret' }).click()
      const shown = page.getByRole('dialog', { name: 'Copy the secret of the webhook' })
      await expect(shown).toContainText(`/api/projects/${projectId}/forge/events`)
      await expect(shown).toContainText('Pull request comment')
      await check('secret')
      await shown.getByRole('button', { name: 'Done' }).click()
      await expect(row).toContainText('answers /exhibit')
      await choose(page, 'Acme web', 'Answer /exhibit in comments')
      await expect(page.getByRole('dialog')).toContainText('The earlier secret stops working at once.')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.setViewportSize(laptop)
    })

    await test.step('a forge connection shows its last write and its failed requests', async () => {
      const review = await agent('POST', '/v1/reviews', {
        projectId,
        title: 'Totals wrap on narrow screens',
        prRef: '#7',
        commit: headCommit,
      })
      expect(review.status).toBe(201)
      await expect.poll(() => forge.bodies().length).toBe(1)
      await expect.poll(async () => (await connectionsOf(person))[0]?.lastWrittenAt).toBeTruthy()
      forge.state.token = 'another'
      const { review: found } = review.body as unknown as { review: { id: string } }
      const before = forge.statuses.length
      await person.call('POST', `/api/reviews/${found.id}/status`, { status: 'verified' })
      await expect.poll(async () => (await connectionsOf(person))[0]?.problems.length).toBeGreaterThan(0)
      expect(forge.statuses).toHaveLength(before)
      await open('/settings/pull-requests')
      await expect(row).toContainText('Failing')
      await expect(row).toContainText('Last written')
      await expect(row.getByRole('link', { name: 'Totals wrap on narrow screens' })).toBeVisible()
      await expect(row).toContainText('401: Bad credentials')
      await page.setViewportSize(phone)
      await check('list')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.setViewportSize(laptop)
    })

    await test.step('a changed forge token and the choice of no images apply to the next write', async () => {
      const before = forge.statuses.length
      await choose(page, 'Acme web', 'Edit')
      await expect(page.getByLabel('Repository')).toHaveValue('acme/web')
      await page.getByLabel('Token').fill('another')
      await page.getByLabel('Show images in comments').uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(row).toContainText('Images not shown')
      await expect.poll(() => forge.statuses.length).toBe(before + 1)
      await choose(page, 'Acme web', 'Disconnect')
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'No projects connected' })).toBeVisible()
    })
    expect(pageErrors).toEqual([])
  })
