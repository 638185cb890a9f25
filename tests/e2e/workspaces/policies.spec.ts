import { readFile } from 'node:fs/promises'
import { findings } from '../../support/browser/checks/axe'
import { outOfView } from '../../support/browser/checks/layout'
import { collectFound } from '../../support/browser/checks/page-checks'
import { adminEmail } from '../../support/people/admin'
import { pngImage } from '../../support/media/samples'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'

test.use({
  env: { ADMINS: adminEmail, SHARE_LINKS: 'view', WEBHOOKS: 'off', MCP: 'off', UPLOADS_BY_HAND: 'off' },
})

test('An administrator limits a workspace, and its owner sees the limits and only enabled features', async ({
  server,
  openAs,
}) => {
  const admin = await signUp(server, 'Ada', { email: adminEmail })
  const owner = await signUp(server, 'Noor')
  const agent = await owner.agent()
  const reviewId = await newReview(agent, await owner.project('Acme'), 'Totals')
  await upload(agent, reviewId, await pngImage(640, 400))
  const name = "Noor's workspace"
  const page = await openAs(admin, `/admin?search=${owner.workspaceId}`)
  const pageErrors = collectPageErrors(page)
  const { found, add } = collectFound()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog')

  await test.step('the storage dialog of a workspace has a quota, a retention and a reason', async () => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Storage and retention' }).click()
    await expect(dialog).toContainText('are stored. Uploads beyond the quota are refused.')
    await dialog.getByLabel('Storage quota (GiB)').fill('1.5')
    await dialog.getByLabel('Retention (days)').fill('30')
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await dialog.getByLabel('Reason').fill('Contract 4711')
    add('dialog', await findings(page))
    await page.setViewportSize({ width: 390, height: 844 })
    add('dialog, on a phone', [...(await outOfView(page)), ...(await findings(page))])
    await page.setViewportSize({ width: 1280, height: 720 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('of 1.5 GiB · kept for 30 days')
  })
  await test.step('the activity of administrators shows the change and is exported', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name })).toContainText(
      'Contract 4711 (quota: 1610612736 bytes; retention: 30 days)',
    )
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('administration activity.csv')
    expect(await readFile(await download.path(), 'utf8')).toContain('"workspace.storage_changed"')
    add('activity of administrators', await findings(page))
  })

  const theirs = await openAs(owner, '/settings/billing')
  await test.step('the owner of a workspace sees its storage quota and its retention', async () => {
    await expect(theirs.getByRole('main')).toContainText('of 1.5 GiB')
    await expect(theirs.getByRole('main')).toContainText('are permanently deleted 30 days after upload')
    add('usage', await findings(theirs))
    await theirs.getByRole('link', { name: 'General' }).click()
    await expect(theirs.getByRole('main')).toContainText('are permanently deleted 30 days after upload')
  })
  await test.step('the owner exports the filtered activity of the workspace', async () => {
    await theirs.getByRole('main').getByRole('link', { name: 'Activity' }).click()
    await theirs.getByLabel('Filter').selectOption('workspace')
    await expect(theirs).toHaveURL(/kind=workspace/)
    const saved = theirs.waitForEvent('download')
    await theirs.getByRole('button', { name: 'Export' }).click()
    await theirs.getByRole('menuitem', { name: 'JSON Lines' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe("Noor's workspace activity.jsonl")
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    expect(lines.map(line => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      'workspace.storage_changed',
      'workspace.created',
    ])
    await theirs.setViewportSize({ width: 390, height: 844 })
    add('activity, on a phone', [...(await outOfView(theirs)), ...(await findings(theirs))])
    await theirs.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('the pages leave out features that are turned off', async () => {
    // The page of the activity has no links to the settings.
    await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
    await theirs.getByRole('link', { name: 'Agent tokens' }).click()
    await expect(theirs.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
    await expect(theirs.getByRole('heading', { name: 'Agent tokens' })).toBeVisible()
    await expect(theirs.getByRole('main')).not.toContainText('MCP')
    await theirs.goto(`${server.url}/reviews/${reviewId}`)
    await theirs.getByRole('button', { name: 'Share' }).click()
    await expect(theirs.getByRole('dialog')).toContainText('download')
    await expect(theirs.getByRole('dialog').getByLabel(/comment/i)).toHaveCount(0)
    await theirs.keyboard.press('Escape')
    await expect(theirs.getByRole('button', { name: 'Add evidence' })).toHaveCount(0)
    await theirs.goto(`${server.url}/settings/webhooks`)
    await expect(theirs.getByRole('main')).toContainText('The operator of this server has turned this off.')
    await theirs.goto(`${server.url}/connect?client_id=x`)
    await expect(theirs.getByRole('heading', { name: "This app can't be connected" })).toBeVisible()
  })
  expect(found).toEqual({})
  expect(pageErrors).toEqual([])
})
