import type { Page } from '@playwright/test'
import { cookieOf, emailOf, joined, signUp } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'

const sections = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()

test('owner, member and reviewer see only the settings and controls of their role', async ({
  page,
  server,
  person,
  projectId,
  reviewId,
  open,
  openAs,
}) => {
  const member = await joined(server, person, 'Mel', 'member')
  const reviewer = await joined(server, person, 'Rae', 'reviewer')
  await open('/settings/people')
  expect(await sections(page)).toEqual([
    'General',
    'People',
    'Agent tokens',
    'Webhooks',
    'Pull requests',
    'Usage',
    'Activity',
    'Notifications',
    'Your account',
  ])
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible()

  const ofMember = await openAs(member, '/settings/people')
  expect(await sections(ofMember)).toEqual([
    'General',
    'People',
    'Agent tokens',
    'Usage',
    'Notifications',
    'Your account',
  ])
  await expect(ofMember.getByText('Mel (you)')).toBeVisible()
  await expect(ofMember.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(ofMember.getByRole('button', { name: 'Actions for Ann' })).toHaveCount(0)
  await ofMember.goto(`${server.url}/settings/activity`)
  await expect(ofMember.getByRole('heading', { name: "You don't have access to Activity" })).toBeVisible()
  await ofMember.goto(`${server.url}/settings/general`)
  await expect(ofMember.getByRole('button', { name: 'Rename' })).toHaveCount(0)

  const ofReviewer = await openAs(reviewer, '/settings/tokens')
  expect(await sections(ofReviewer)).toEqual(['General', 'People', 'Usage', 'Notifications', 'Your account'])
  await expect(
    ofReviewer.getByRole('heading', { name: "You don't have access to Agent tokens" }),
  ).toBeVisible()
  await ofReviewer.goto(`${server.url}/projects/${projectId}`)
  await expect(ofReviewer.getByRole('link', { name: /Totals wrap/ })).toBeVisible()
  await expect(ofReviewer.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(ofReviewer.getByRole('button', { name: 'New project', exact: true })).toHaveCount(0)
  await ofReviewer.goto(`${server.url}/reviews/${reviewId}`)
  await expect(ofReviewer.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeVisible()
  await ofReviewer.waitForSelector('html[data-hydrated]')
  await ofReviewer.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' }).click()
  await expect(ofReviewer.getByRole('menuitem')).toHaveText(['Export as HTML', 'Export comments as CSV'])
})

test('an invitation link is shown once and can be accepted, and another can be revoked', async ({
  page,
  server,
  person,
  open,
}) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/settings/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog')).toContainText('Cannot upload or delete evidence')
  await page.getByRole('radio', { name: /Reviewer/ }).check()
  await page.getByLabel('Email (optional)').fill('rae@example.com')
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = (await page.getByLabel('invitation link', { exact: true }).textContent()) ?? ''
  expect(address).toContain(`${server.url}/invite/`)
  await expect(page.getByText("The email couldn't be sent")).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(address)).toHaveCount(0)
  await expect(page.getByText('Reviewer invitation')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  const expiry = page
    .getByRole('listitem')
    .filter({ hasText: 'Reviewer invitation' })
    .getByRole('time')
    .last()
  expect(await expiry.evaluate(each => each.getClientRects().length)).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })

  const rae = await signUp(server, 'Rae')
  expect((await rae.call('POST', `/api/invite/${address.split('/').at(-1)}`)).status).toBe(200)
  await open('/settings/people')
  await expect(page.getByText('Rae', { exact: true })).toBeVisible()
  await expect(page.getByText('No pending invitations.')).toBeVisible()

  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Revoke the member invitation/ }).click()
  await page.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(page.getByText('No pending invitations.')).toBeVisible()
})

test('the last owner cannot leave; with a second one, roles change and people leave or are removed', async ({
  page,
  server,
  person,
  open,
}) => {
  await joined(server, person, 'Mel', 'member')
  await joined(server, person, 'Rae', 'reviewer')
  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await open('/settings/people')
  await act('Ann', 'Leave workspace')
  await page.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'You are still in the workspace. A workspace needs an owner, and this is its last. ' +
      'Make another member an owner first.',
  )
  await page.keyboard.press('Escape')
  await act('Ann', 'Change role')
  await page.getByRole('radio', { name: /Reviewer/ }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('alert')).toContainText('this is its last')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await act('Rae', 'Remove from workspace')
  await expect(page.getByRole('dialog')).toContainText('Remove Rae?')
  await page.getByRole('button', { name: 'Remove person' }).click()
  await expect(page.getByText('Rae', { exact: true })).toHaveCount(0)

  await act('Mel', 'Change role')
  await page.getByRole('radio', { name: /Owner/ }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mel' })).toContainText('Owner')
  await act('Ann', 'Leave workspace')
  await page.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  expect((await person.call<{ workspaces: unknown[] }>('GET', '/api/me')).body.workspaces).toEqual([])
  await expect(page.getByText("You're not in a workspace")).toBeVisible()
})

test('owners see who is signed in by a script, and tokens are made with a word about it', async ({
  page,
  server,
  person,
  open,
  openAs,
}) => {
  const rae = await joined(server, person, 'Rae', 'reviewer')
  await open('/settings/people')
  const row = page.getByRole('listitem').filter({ hasText: 'Rae' })
  await expect(row).toContainText('Signed in by a script just now')
  await expect(row).toContainText('It may resolve comments and set verdicts, as this person may.')
  await cookieOf(server, await emailOf(rae))
  await open('/settings/people')
  await expect(row).toContainText('2 sessions')
  const ofRae = await openAs(rae, '/settings/people')
  await expect(ofRae.getByText('Rae (you)')).toBeVisible()
  await expect(ofRae.getByText('Signed in by a script')).toHaveCount(0)
  await open('/settings/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await expect(page.getByRole('dialog')).toContainText('Only people resolve comments and set verdicts.')
})
