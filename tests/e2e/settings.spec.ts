import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { plans } from '#shared/plans'
import { findings } from '../support/axe'
import { joined, newReview, signUp, upload } from '../support/client'
import { complaintsOf, expect, test } from '../support/e2e'
import { picture } from '../support/samples'
import { startServer } from '../support/server'

const png = () => picture(640, 400).png().toBuffer()

const sections = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()

test('a second workspace is made, shown everywhere, and remembered', async ({
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

  await open('/settings/general')
  await expect(switcher).toContainText('Side work')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Side work')
  await switcher.click()
  await page.getByRole('menuitemcheckbox', { name: /Ann's workspace/ }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue("Ann's workspace")
  await expect(page.getByRole('link', { name: 'Acme web' })).toBeVisible()
  await expect
    .poll(
      async () => (await person.call<{ workspace: { name: string } }>('GET', '/api/me')).body.workspace.name,
    )
    .toBe("Ann's workspace")
})

test('a link into another workspace leads there', async ({ page, person, projectId, open }) => {
  const { body } = await person.call<{ workspace: { id: string } }>('POST', '/api/workspaces', {
    name: 'Side work',
  })
  await person.call('PATCH', '/api/me', { workspaceId: body.workspace.id })
  await open(`/projects/${projectId}`)
  await expect(page.getByRole('heading', { name: 'Acme web' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Workspace:/ })).toContainText("Ann's workspace")
})

test('an owner renames the workspace and reads how long evidence stays', async ({ page, person, open }) => {
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

test('owner, member and reviewer see what is theirs to see', async ({
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
  expect(await sections(page)).toEqual(['General', 'People', 'Agent tokens', 'Plan and usage', 'Activity'])
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible()

  const ofMember = await openAs(member, '/settings/people')
  expect(await sections(ofMember)).toEqual(['General', 'People', 'Agent tokens', 'Plan and usage'])
  await expect(ofMember.getByText('Mel (you)')).toBeVisible()
  await expect(ofMember.getByRole('button', { name: 'Invite' })).toHaveCount(0)
  await expect(ofMember.getByRole('button', { name: 'Actions for Ann' })).toHaveCount(0)
  await ofMember.goto(`${server.url}/settings/activity`)
  await expect(ofMember.getByRole('heading', { name: "You don't have access to Activity" })).toBeVisible()
  await ofMember.goto(`${server.url}/settings/general`)
  await expect(ofMember.getByRole('button', { name: 'Rename' })).toHaveCount(0)

  const ofReviewer = await openAs(reviewer, '/settings/tokens')
  expect(await sections(ofReviewer)).toEqual(['General', 'People', 'Plan and usage'])
  await expect(
    ofReviewer.getByRole('heading', { name: "You don't have access to Agent tokens" }),
  ).toBeVisible()
  await ofReviewer.goto(`${server.url}/projects/${projectId}`)
  await expect(ofReviewer.getByRole('link', { name: /Totals wrap/ })).toBeVisible()
  await expect(ofReviewer.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(ofReviewer.getByRole('button', { name: '+ New project' })).toHaveCount(0)
  await ofReviewer.goto(`${server.url}/reviews/${reviewId}`)
  await expect(ofReviewer.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeVisible()
  await expect(ofReviewer.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
})

test('an invitation is made, its link shown once, joined by somebody, and another one revoked', async ({
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

test('the last owner stays; with a second one, roles change and people leave or are removed', async ({
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
    'You are still in the workspace. A workspace needs an owner, and this is its last. Make another member an owner first.',
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

test('plan and usage without billing: counts, no ceiling, no buttons', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  expect(projectId).toBeTruthy()
  await open('/settings/billing')
  await expect(page.getByText('Billing is off on this server')).toBeVisible()
  await expect(page.getByText('Evidence units this month').locator('..')).toContainText('1 · unlimited')
  await expect(page.getByRole('button', { name: /Upgrade|Manage/ })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Team' })).toBeVisible()
})

test('a plan is taken at the billing provider; a ceiling says which, how much, and who can raise it', async ({
  openAs,
}) => {
  let asked = ''
  const provider = createServer((request, response) => {
    asked = request.url ?? asked
    response.setHeader('content-type', request.method === 'POST' ? 'application/json' : 'text/html')
    const { port } = provider.address() as AddressInfo
    response.end(
      request.method === 'POST'
        ? JSON.stringify({ id: 'cs_1', object: 'checkout.session', url: `http://127.0.0.1:${port}/pay` })
        : '<title>Pay here</title>',
    )
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => provider.once('listening', resolve))
  const server = await startServer({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_PRICE_TEAM: 'price_x',
    STRIPE_API_BASE: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  })
  try {
    const person = await signUp(server, 'Ann')
    const { agentKeys, projectsPerWorkspace } = plans.free.limits
    for (let made = 0; made < agentKeys; made++) await person.token()
    const theirs = await openAs(person, '/settings/tokens', server)
    await theirs.getByRole('button', { name: 'New token' }).click()
    await theirs.getByLabel('Name').fill('one too many')
    await theirs.getByRole('button', { name: 'Create token' }).click()
    await expect(theirs.getByRole('alert')).toContainText(
      `Agent tokens: ${agentKeys} of ${agentKeys} used on the Free plan. A workspace owner can change the plan under Settings → Plan and usage.`,
    )
    await theirs.getByRole('link', { name: 'See plan and usage' }).click()
    await expect(
      theirs.getByText('Agent tokens', { exact: true }).locator('..').filter({ hasText: 'limit reached' }),
    ).toContainText(`${agentKeys} of ${agentKeys}`)
    await expect(
      theirs.getByText('Projects', { exact: true }).locator('..').filter({ hasText: 'of' }),
    ).toContainText(`0 of ${projectsPerWorkspace}`)
    await theirs.getByRole('button', { name: 'Upgrade to Team' }).click()
    await expect(theirs).toHaveTitle('Pay here')
    expect(asked).toBeTruthy()
    await theirs.goto(`${server.url}/settings/billing?checkout=done`)
    await expect(theirs.getByText('Your plan changes as soon as the payment is confirmed')).toBeVisible()
    const member = await joined(server, person, 'Mel', 'member')
    const ofMember = await openAs(member, '/settings/billing', server)
    await ofMember.getByRole('button', { name: /^Workspace:/ }).click()
    await ofMember.getByRole('menuitemcheckbox', { name: /Ann's workspace/ }).click()
    await expect(ofMember.getByText('Only workspace owners can change the plan.')).toBeVisible()
    await expect(ofMember.getByRole('button', { name: /Upgrade/ })).toHaveCount(0)
  } finally {
    await server.stop()
    provider.close()
  }
})

test('the record says who did what, links to what still exists, and is filtered and read on', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  const gone = await newReview(agent, projectId, 'Gone soon')
  await person.call('DELETE', `/api/reviews/${gone}`)
  await open('/settings/activity')
  await expect(page.getByText('Ann created the agent token ci-agent')).toBeVisible()
  await expect(page.getByText('Ann verified Totals wrap on narrow screens')).toBeVisible()
  await expect(page.getByText('ci-agent added evidence to Totals wrap on narrow screens')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'deleted the review' }).getByRole('link'),
  ).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'deleted the review' })).toContainText(gone)
  await page.getByLabel('Filter').selectOption('artifact')
  await expect(page).toHaveURL(/kind=artifact/)
  await expect(page.getByText('Ann verified')).toHaveCount(0)
  await expect(page.getByText('ci-agent started an upload')).toBeVisible()
  await page.getByLabel('Filter').selectOption('share_link.revoked')
  await expect(page.getByText('No activity of this type yet')).toBeVisible()
  await page.getByLabel('Filter').selectOption('')
  for (let many = 0; many < 101; many++)
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: many % 2 ? 'verified' : 'open' })
  await open('/settings/activity')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('Ann created the workspace')).toBeVisible()
  await page.getByRole('link', { name: 'Totals wrap on narrow screens' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}`))
  expect(done.artifactId).toBeTruthy()
})

test('evidence is renamed and deleted, then the review, then the project', async ({
  page,
  server,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await upload(agent, reviewId, await png(), { title: 'Settings' })
  await newReview(agent, projectId, 'Second review')
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await page.getByRole('menuitem', { name: 'Edit title and description' }).click()
  await page.getByLabel('Title').fill('Dashboard, desktop')
  await page.getByLabel('Description').fill('Totals in one row')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Dashboard, desktop' })).toBeAttached()
  await page.getByRole('button', { name: 'Actions for Settings' }).click()
  await page.getByRole('menuitem', { name: 'Delete evidence' }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete “Settings”?')
  await page.getByRole('button', { name: 'Delete evidence' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Settings' })).toHaveCount(0)

  await open(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Actions for Acme web' }).click()
  await page.getByRole('menuitem', { name: 'Rename project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme app')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Acme app' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Acme app', exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Second review' }).click()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: /Second review/ })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Second review' }).click()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await page.getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByRole('link', { name: /Second review/ })).toHaveCount(0)
  await expect(page.getByText('1 review, 1 awaiting review')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Acme app' }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await expect(page.getByRole('dialog')).toContainText('This deletes 1 review with 1 image')
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeDisabled()
  await page.getByLabel('Type “Acme app” to confirm').fill('Acme app')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('link', { name: /Acme app/ })).toHaveCount(0)
})

test('a review is deleted from its own page, back to its project', async ({
  page,
  projectId,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' }).click()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete “Totals wrap on narrow screens”?')
  await page.getByRole('button', { name: 'Delete review' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}$`))
  await expect(page.getByText('No reviews yet')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the settings and their dialogs, ${colorScheme}`, async ({
    page,
    server,
    person,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    test.setTimeout(120_000)
    const complaints = complaintsOf(page)
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await png())
    await joined(server, person, 'Mel', 'member')
    await person.call('POST', `/api/workspaces/${person.workspaceId}/invitations`, { role: 'reviewer' })
    await person.call('POST', '/api/workspaces', { name: 'Side work' })
    await person.call('PATCH', '/api/me', { workspaceId: person.workspaceId })
    const found: Record<string, string[]> = {}
    const look = async (name: string) => {
      found[name] = await findings(page)
    }
    const openDialog = async (
      name: string,
      ...steps: [role: 'button' | 'menuitem', name: string | RegExp][]
    ) => {
      for (const [role, label] of steps) await page.getByRole(role, { name: label }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForTimeout(300)
      await look(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    for (const section of ['general', 'people', 'tokens', 'billing', 'activity']) {
      await open(`/settings/${section}`)
      await page.waitForLoadState('networkidle')
      await look(section)
      await page.setViewportSize({ width: 390, height: 844 })
      await look(`${section}, phone`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await openDialog('new workspace', ['button', /^Workspace:/], ['menuitem', 'New workspace'])
    await open('/settings/people')
    await openDialog('invite', ['button', 'Invite'])
    await openDialog('change role', ['button', 'Actions for Mel'], ['menuitem', 'Change role'])
    await openDialog('remove', ['button', 'Actions for Mel'], ['menuitem', 'Remove from workspace'])
    await openDialog('revoke', ['button', /^Revoke the \w+ invitation/])
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await expect(page.getByLabel('invitation link', { exact: true })).toBeVisible()
    await look('invitation link')
    await open(`/projects/${projectId}`)
    await openDialog('delete project', ['button', 'Actions for Acme web'], ['menuitem', 'Delete project'])
    await openDialog('rename project', ['button', 'Actions for Acme web'], ['menuitem', 'Rename project'])
    await openDialog('delete review', ['button', /^Actions for Totals/], ['menuitem', 'Delete review'])
    await open(`/reviews/${reviewId}`)
    await openDialog(
      'edit evidence',
      ['button', 'Actions for Dashboard'],
      ['menuitem', 'Edit title and description'],
    )
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, []])))
    expect(complaints).toEqual([])
  })
}
