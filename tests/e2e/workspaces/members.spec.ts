import type { Page } from '@playwright/test'
import { choose } from '../../support/browser/actions'
import { invitePath, inviteReviewer } from '../../support/people/agent-invitations'
import { caller } from '../../support/server/client'
import { cookieOf } from '../../support/people/sessions'
import { confirmEmail, emailOf, joined, signUp } from '../../support/people/sign-up'
import { expect, test } from '../../support/browser/e2e'
import { renderedPage } from '../../support/server/rendered-page'

// Agents can invite only on a server with mail. This one reaches no mail server, so no mail is sent.
test.use({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })

const sections = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()

test('owner, member and reviewer see only the settings and controls of their role', async ({
  page,
  server,
  person,
  reviewId,
  open,
  openAs,
}) => {
  const member = await joined(server, person, 'Mel', 'member')
  const reviewer = await joined(server, person, 'Rae', 'reviewer')
  await cookieOf(server, await emailOf(reviewer))

  await test.step('an owner sees all settings and the people who are signed in by a script', async () => {
    await open('/settings/people')
    expect(await sections(page)).toHaveLength(9)
    await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible()
    const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(row('Mel')).toContainText('Signed in by a script just now')
    await expect(row('Mel')).toContainText('It can resolve comments and set verdicts like this person.')
    await expect(row('Mel')).not.toContainText('sessions')
    await expect(row('Rae')).toContainText('2 sessions')
  })

  await test.step('a reviewer can open reviews but has no controls to manage anything', async () => {
    const theirs = await openAs(reviewer, '/settings/tokens')
    expect(await sections(theirs)).toEqual(['General', 'People', 'Usage', 'Notifications', 'Your account'])
    await expect(theirs.getByRole('heading', { name: "You don't have access to Agent tokens" })).toBeVisible()
    await theirs.getByRole('link', { name: /^Acme web/ }).click()
    const review = theirs.getByRole('link', { name: /Totals wrap/ })
    await expect(review).toBeVisible()
    await expect(theirs.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expect(theirs.getByRole('button', { name: 'New project', exact: true })).toHaveCount(0)
    await review.click()
    await theirs.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' }).click()
    await expect(theirs.getByRole('menuitem')).toHaveText([
      'Export as HTML',
      'Export comments as CSV',
      'Keyboard shortcuts',
    ])
  })

  await test.step('a member can manage agent tokens, but neither people nor the workspace', async () => {
    for (const [path, section] of [
      ['activity', 'Activity'],
      ['webhooks', 'Webhooks'],
      ['pull-requests', 'Pull requests'],
    ] as const)
      expect((await renderedPage(server, `/settings/${path}`, member)).text).toContain(
        `You don't have access to ${section}`,
      )
    const theirs = await openAs(member, '/settings/general')
    expect(await sections(theirs)).toEqual([
      'General',
      'People',
      'Agent tokens',
      'Usage',
      'Notifications',
      'Your account',
    ])
    await expect(theirs.getByRole('main')).toContainText("Ann's workspace")
    await expect(theirs.getByRole('button', { name: 'Rename' })).toHaveCount(0)
    await theirs.getByRole('link', { name: 'People' }).click()
    await expect(theirs.getByText('Mel (you)')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Invite', exact: true })).toHaveCount(0)
    await expect(theirs.getByRole('button', { name: 'Actions for Ann' })).toHaveCount(0)
    await expect(theirs.getByText('Signed in by a script')).toHaveCount(0)

    const body = { name: 'deploy-agent', workspaceId: person.workspaceId, capabilities: ['feedback:read'] }
    const { token } = (await member.call<{ token: string }>('POST', '/api/tokens', body)).body
    await choose(theirs, 'Mel', 'Leave workspace')
    const dialog = theirs.getByRole('dialog')
    await expect(dialog).toContainText('Agent tokens you created')
    await expect(dialog).toContainText('deploy-agent')
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Leave workspace' }).click()
    await expect(theirs.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    const agent = caller(server, { authorization: `Bearer ${token}` })
    expect((await agent('GET', '/v1/projects')).status).toBe(401)
  })
  expect(reviewId).toBeTruthy()
})

test('owners invite people by a link that is shown only once, and can let agents invite people', async ({
  page,
  server,
  person,
  agent,
  open,
  openAs,
}) => {
  await open('/settings/people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Cannot upload or delete evidence')
  await page.getByRole('radio', { name: /Reviewer/ }).check()
  await page.getByLabel('Email (optional)').fill('rae@example.com')
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = (await page.getByLabel('invitation link', { exact: true }).textContent()) ?? ''
  expect(address).toContain(`${server.url}/invite/`)
  await expect(page.getByText("The email couldn't be sent")).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(address)).toHaveCount(0)
  const invitation = page.getByRole('listitem').filter({ hasText: /(Reviewer|Member) invitation/ })
  await expect(invitation).toContainText('Reviewer invitation')
  await page.setViewportSize({ width: 390, height: 844 })
  const expiry = invitation.getByRole('time').last()
  expect(await expiry.evaluate(each => each.getClientRects().length)).toBe(1)
  await page.setViewportSize({ width: 1440, height: 900 })

  const rae = await signUp(server, 'Rae')
  expect((await rae.call('POST', `/api/invite/${address.split('/').at(-1)}`)).status).toBe(200)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Rae', { exact: true })).toBeVisible()
  await expect(invitation).toContainText('Member invitation')
  await page.getByRole('button', { name: /^Revoke the member invitation/ }).click()
  await page.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(page.getByText('No pending invitations.')).toBeVisible()

  const box = page.getByRole('checkbox', { name: /^Agents may invite reviewers/ })
  await expect(box).not.toBeChecked()
  const saved = page.waitForResponse(answer => answer.url().endsWith('/agent-invitations'))
  await box.check()
  expect((await saved).status()).toBe(200)
  const email = `uma.${person.id}@example.org`
  const { body } = await inviteReviewer(agent, email)
  expect((await inviteReviewer(agent, `sam.${person.id}@example.org`)).status).toBe(201)

  await test.step('an agent’s invitation shows the agent, and is valid for one email address', async () => {
    const other = await openAs(await signUp(server, 'Tom'), new URL(body.url).pathname)
    await expect(other.getByText('ci-agent, an agent, invited you on behalf of Ann.')).toBeVisible()
    await other.getByRole('button', { name: 'Join workspace' }).click()
    await expect(other.getByRole('alert')).toContainText('This invitation is for another email address.')
    const uma = await signUp(server, 'Uma', { email })
    const unconfirmed = await openAs(uma, new URL(body.url).pathname)
    await unconfirmed.getByRole('button', { name: 'Join workspace' }).click()
    await expect(unconfirmed.getByRole('alert')).toContainText('your email address must be confirmed first')
    await confirmEmail(server, uma)
    expect((await uma.call('POST', invitePath(body))).status).toBe(200)
  })

  await test.step('the owner sees who joined or is invited, and can stop invitations by agents', async () => {
    await open('/settings/people')
    await expect(box).toBeChecked()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Reviewer')
    await expect(page.getByText(/^Reviewer invitation for/)).toHaveText([/sam\..*@example\.org/])
    await expect(page.getByText(/by the agent ci-agent/)).toBeVisible()
    await box.uncheck()
    await expect(page.getByText('No pending invitations.')).toBeVisible()
  })
})

test('the last owner of a workspace cannot leave it until another person is an owner', async ({
  page,
  server,
  person,
  open,
}) => {
  await joined(server, person, 'Mel', 'member')
  await open('/settings/people')
  await choose(page, 'Ann', 'Leave workspace')
  await page.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'You are still in the workspace. A workspace needs an owner, and this person is the last one. ' +
      'Make another member an owner first.',
  )
  await page.keyboard.press('Escape')
  await choose(page, 'Ann', 'Change role')
  await page.getByRole('radio', { name: /Reviewer/ }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('alert')).toContainText('this person is the last one')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await choose(page, 'Mel', 'Change role')
  await page.getByRole('radio', { name: /Owner/ }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mel' })).toContainText('Owner')
  await choose(page, 'Ann', 'Leave workspace')
  await page.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  expect((await person.call<{ workspaces: unknown[] }>('GET', '/api/me')).body.workspaces).toEqual([])
  await expect(page.getByText("You're not in a workspace")).toBeVisible()

  await test.step('a person without a workspace can open the settings of their account', async () => {
    const { text } = await renderedPage(server, '/settings/general', person)
    expect(text).toContain("You don't have access to General")
    await page.getByRole('button', { name: 'Ann', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await expect(page.getByLabel('Your name')).toHaveValue('Ann')
    await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
      'Your account',
    ])
  })
})
