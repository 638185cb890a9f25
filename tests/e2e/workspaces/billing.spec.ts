import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plans } from '#shared/plans'
import { joined, signUp, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { startServer } from '../../support/server/server'

const png = () => pngImage(640, 400)

test('without payments the page shows storage and retention, how to keep media, and no plans', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  expect(projectId).toBeTruthy()
  await open('/settings/billing')
  const row = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await expect(row('Storage')).toContainText(/[\d.]+ (KiB|bytes)/)
  await expect(row('Retention')).toContainText('available for 14 days')
  await expect(row('Retention')).toContainText('To keep them for ever, set RETENTION=off on the server.')
  await expect(page.getByRole('button', { name: /Upgrade|Manage/ })).toHaveCount(0)
  await expect(page.getByText(/\$|plan/i).filter({ visible: true })).toHaveCount(0)
})

test('without retention the page says that media never expires', async ({ openAs }) => {
  const server = await startServer({ RETENTION: 'off' })
  try {
    const page = await openAs(await signUp(server, 'Ann'), '/settings/billing', server)
    await expect(page.getByText('Screenshots and videos never expire.')).toBeVisible()
    await expect(page.getByText('RETENTION=off')).toHaveCount(0)
  } finally {
    await server.stop()
  }
})

test('checkout at the billing provider changes the plan, and a limit error names limit and owner', async ({
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
      `The Free plan allows ${agentKeys} agent tokens; ${agentKeys} are used. ` +
        `A workspace owner can change the plan under Settings → Usage.`,
    )
    await theirs.getByRole('link', { name: 'See plan and usage' }).click()
    await expect(
      theirs.getByText('Agent tokens', { exact: true }).locator('..').filter({ hasText: 'limit reached' }),
    ).toContainText(`${agentKeys} of ${agentKeys}`)
    await expect(
      theirs.getByText('Projects', { exact: true }).locator('..').filter({ hasText: 'of' }),
    ).toContainText(`0 of ${projectsPerWorkspace}`)
    const plan = theirs.getByRole('rowheader', { name: 'Maximum file size' })
    await expect(plan).toHaveCSS('text-align', 'start')
    await theirs.getByRole('button', { name: 'Upgrade to Team' }).click()
    await expect(theirs).toHaveTitle('Pay here')
    expect(asked).toBeTruthy()
    await theirs.goto(`${server.url}/settings/billing?checkout=done`)
    await expect(theirs.getByText('Your plan changes as soon as the payment is confirmed')).toBeVisible()
    const member = await joined(server, person, 'Mel', 'member')
    const ofMember = await openAs(member, '/settings/billing', server)
    await ofMember.getByRole('button', { name: /^Workspace:/ }).click()
    await ofMember.getByRole('menuitemradio', { name: /Ann's workspace/ }).click()
    await expect(ofMember.getByText('Only workspace owners can change the plan.')).toBeVisible()
    await expect(ofMember.getByRole('button', { name: /Upgrade/ })).toHaveCount(0)
  } finally {
    await server.stop()
    provider.close()
  }
})
