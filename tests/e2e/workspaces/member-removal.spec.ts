import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { caller, joined, type Person } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'

/** Creates an agent token in the owner's workspace. */
const mint = async (maker: Person, workspaceId: string, name: string) =>
  (
    await maker.call<{ token: string }>('POST', '/api/tokens', {
      name,
      workspaceId,
      capabilities: ['feedback:read'],
    })
  ).body.token

const statusOf = async (server: TestServer, token: string) =>
  (await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')).status

/** Whether every token of the dialog fits its width. */
async function fits(page: Page) {
  const [dialog, list] = [
    await page.getByRole('dialog').boundingBox(),
    await page.getByRole('dialog').getByRole('group').last().boundingBox(),
  ]
  return (
    dialog !== null && list !== null && list.x > dialog.x && list.x + list.width < dialog.x + dialog.width
  )
}

async function act(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('removing a person lists the agent tokens they created, and only the selected ones stay active', async ({
  page,
  server,
  person,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const mel = await joined(server, person, 'Mel', 'member')
  const [deploy, nightly] = [
    await mint(mel, person.workspaceId, 'deploy-agent'),
    await mint(mel, person.workspaceId, 'nightly-agent'),
  ]
  await mint(person, person.workspaceId, 'of-the-owner')
  await open('/settings/people')
  await act(page, 'Mel', 'Remove from workspace')
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByRole('group', { name: 'Agent tokens created by Mel' }).getByRole('checkbox'),
  ).toHaveCount(2)
  await expect(dialog).not.toContainText('of-the-owner')
  await expect(dialog.getByRole('checkbox', { name: /deploy-agent/ })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: /deploy-agent/ }).check()
  await dialog.getByRole('button', { name: 'Remove person' }).click()
  await expect(page.getByText('Mel', { exact: true })).toHaveCount(0)
  expect([await statusOf(server, deploy), await statusOf(server, nightly)]).toEqual([200, 401])

  await open('/settings/activity')
  await expect(page.getByRole('listitem').filter({ hasText: 'removed' }).first()).toContainText(
    'Ann removed Mel',
  )
  await expect(
    page.getByRole('listitem').filter({ hasText: 'revoked the agent token' }).first(),
  ).toContainText('nightly-agent')
  expect(pageErrors).toEqual([])
})

test('a change to a role without agent tokens lists the tokens it revokes', async ({
  page,
  server,
  person,
  open,
}) => {
  const mel = await joined(server, person, 'Mel', 'member')
  const [first, second] = [
    await mint(mel, person.workspaceId, 'deploy-agent'),
    await mint(mel, person.workspaceId, 'nightly-agent'),
  ]
  await open('/settings/people')
  await act(page, 'Mel', 'Change role')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Owner/ }).check()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByRole('radio', { name: /Reviewer/ }).check()
  await dialog.getByRole('checkbox', { name: /nightly-agent/ }).check()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mel' })).toContainText('Reviewer')
  expect([await statusOf(server, first), await statusOf(server, second)]).toEqual([401, 200])
  await open('/settings/activity')
  await expect(page.getByRole('listitem').filter({ hasText: 'changed the role of' }).first()).toContainText(
    'Ann changed the role of Mel to Reviewer',
  )
})

test('a person who leaves sees which tokens are revoked, without a choice', async ({
  server,
  person,
  openAs,
}) => {
  const mel = await joined(server, person, 'Mel', 'member')
  const token = await mint(mel, person.workspaceId, 'deploy-agent')
  await mel.call('PATCH', '/api/me', { workspaceId: person.workspaceId })
  const page = await openAs(mel, '/settings/people')
  await act(page, 'Mel', 'Leave workspace')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Agent tokens you created')
  await expect(dialog).toContainText('deploy-agent')
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  expect(await statusOf(server, token)).toBe(401)
})

for (const [name, colorScheme, viewport] of [
  ['light', 'light', { width: 1280, height: 900 }],
  ['dark', 'dark', { width: 1280, height: 900 }],
  ['phone', 'light', { width: 390, height: 844 }],
] as const) {
  test(`axe finds no violations in the dialogs that revoke tokens, ${name}`, async ({
    page,
    server,
    person,
    open,
  }, info) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const mel = await joined(server, person, 'Mel', 'member')
    for (const token of [
      'deploy-agent',
      'nightly-agent',
      'an-agent-with-a-name-that-is-far-too-long-for-one-line-of-any-dialog',
    ])
      await mint(mel, person.workspaceId, token)
    await open('/settings/people')
    await act(page, 'Mel', 'Remove from workspace')
    await page.getByRole('checkbox', { name: /deploy-agent/ }).check()
    expect(await fits(page)).toBe(true)
    await page.screenshot({ path: info.outputPath('remove.png') })
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await act(page, 'Mel', 'Change role')
    await page.getByRole('radio', { name: /Reviewer/ }).check()
    await expect(page.getByRole('checkbox')).toHaveCount(3)
    expect(await fits(page)).toBe(true)
    await page.screenshot({ path: info.outputPath('role.png') })
    expect(await findings(page)).toEqual([])
  })
}
