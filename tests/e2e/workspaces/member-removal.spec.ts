import type { Page } from '@playwright/test'
import { choose } from '../../support/browser/actions'
import { findings } from '../../support/browser/checks/axe'
import { caller } from '../../support/server/client'
import { joined, type Person } from '../../support/people/sign-up'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'
import { themes } from '../../support/browser/checks/themes'

const LONG_NAME = 'an-agent-with-a-name-that-is-far-too-long-for-one-line-of-any-dialog'

/** Creates an agent token of a person in a workspace. */
const mint = async (maker: Person, workspaceId: string, name: string) =>
  (
    await maker.call<{ token: string }>('POST', '/api/tokens', {
      name,
      workspaceId,
      capabilities: ['feedback:read'],
    })
  ).body.token

const statusesOf = (server: TestServer, tokens: string[]) =>
  Promise.all(
    tokens.map(
      async token =>
        (await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')).status,
    ),
  )

/**
 * Returns whether the list of tokens is inside the dialog on a laptop and on a phone. Leaves the page at the
 * size of a phone.
 */
async function fits(page: Page) {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    const [dialog, list] = [
      await page.getByRole('dialog').boundingBox(),
      await page.getByRole('dialog').getByRole('group').last().boundingBox(),
    ]
    if (!dialog || !list || list.x <= dialog.x || list.x + list.width >= dialog.x + dialog.width) return false
  }
  return true
}

for (const colorScheme of themes)
  test(`an owner selects the tokens that stay active after a person is removed (${colorScheme})`, async ({
    page,
    server,
    person,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    const [mel, kim] = [
      await joined(server, person, 'Mel', 'member'),
      await joined(server, person, 'Kim', 'member'),
    ]
    const tokensOf = (maker: Person) =>
      Promise.all(
        ['deploy-agent', 'nightly-agent', LONG_NAME].map(name => mint(maker, person.workspaceId, name)),
      )
    const [ofMel, ofKim] = [await tokensOf(mel), await tokensOf(kim)]
    await mint(person, person.workspaceId, 'of-the-owner')
    await open('/settings/people')
    const dialog = page.getByRole('dialog')

    await test.step('removing a person lists their tokens, and selected tokens stay active', async () => {
      await choose(page, 'Mel', 'Remove from workspace')
      await expect(
        dialog.getByRole('group', { name: 'Agent tokens created by Mel' }).getByRole('checkbox'),
      ).toHaveCount(3)
      await expect(dialog).not.toContainText('of-the-owner')
      await expect(dialog.getByRole('checkbox', { name: /deploy-agent/ })).not.toBeChecked()
      await dialog.getByRole('checkbox', { name: /deploy-agent/ }).check()
      expect(await findings(page)).toEqual([])
      expect(await fits(page)).toBe(true)
      await dialog.getByRole('button', { name: 'Remove person' }).click()
      await expect(page.getByText('Mel', { exact: true })).toHaveCount(0)
      expect(await statusesOf(server, ofMel)).toEqual([200, 401, 401])
    })

    await test.step('changing to a role without agent tokens lists the tokens to be revoked', async () => {
      await choose(page, 'Kim', 'Change role')
      await dialog.getByRole('radio', { name: /Owner/ }).check()
      await expect(dialog.getByRole('checkbox')).toHaveCount(0)
      await dialog.getByRole('radio', { name: /Reviewer/ }).check()
      await expect(dialog.getByRole('checkbox')).toHaveCount(3)
      await dialog.getByRole('checkbox', { name: /nightly-agent/ }).check()
      expect(await fits(page)).toBe(true)
      expect(await findings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Change role' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Kim' })).toContainText('Reviewer')
      expect(await statusesOf(server, ofKim)).toEqual([401, 200, 401])
    })

    await test.step('the activity lists the removal, the role change and the revoked tokens', async () => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('link', { name: 'Activity' }).click()
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(rows.filter({ hasText: 'changed the role of' })).toContainText(
        'Ann changed the role of Kim to Reviewer',
      )
      await expect(rows.filter({ hasText: 'removed' })).toContainText('Ann removed Mel')
      await expect(rows.filter({ hasText: /revoked the agent token nightly-agent/ })).toHaveCount(1)
      await expect(rows.filter({ hasText: 'revoked the agent token' })).toHaveCount(4)
    })
    expect(pageErrors).toEqual([])
  })
