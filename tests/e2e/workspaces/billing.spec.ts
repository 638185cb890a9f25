import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plans } from '#shared/plans'
import { joined, signUp } from '../../support/people/sign-up'
import { expect, test } from '../../support/browser/e2e'
import { renderedPage } from '../../support/server/rendered-page'
import { startServer } from '../../support/server/server'

test('an error at the limit of a plan states the limit, and an upgrade opens the checkout page', async ({
  openAs,
}) => {
  let asked = ''
  const provider = createServer((request, response) => {
    asked = request.url ?? asked
    const { port } = provider.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/pay`
    const bodies: Record<string, unknown> = {
      '/v1/customers': { id: 'cus_1', object: 'customer' },
      '/v1/subscriptions': { object: 'list', data: [], has_more: false },
      '/v1/checkout/sessions':
        request.method === 'POST'
          ? { id: 'cs_1', object: 'checkout.session', url }
          : { object: 'list', data: [], has_more: false },
    }
    const body = bodies[asked.replace(/\?.*/, '')]
    response.setHeader('content-type', body ? 'application/json' : 'text/html')
    response.end(body ? JSON.stringify(body) : '<title>Pay here</title>')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => provider.once('listening', resolve))
  const server = await startServer({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_PRICE_TEAM: 'price_x',
    STRIPE_API_BASE: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    RETENTION: 'off',
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
    await expect(theirs.getByText('Screenshots and videos never expire.')).toBeVisible()
    await expect(theirs.getByText('RETENTION=off')).toHaveCount(0)
    const plan = theirs.getByRole('rowheader', { name: 'Maximum file size' })
    await expect(plan).toHaveCSS('text-align', 'start')
    await theirs.getByRole('button', { name: 'Upgrade to Team' }).click()
    await expect(theirs).toHaveTitle('Pay here')
    expect(asked).toBeTruthy()
    expect((await renderedPage(server, '/settings/billing?checkout=done', person)).text).toContain(
      'Your plan changes as soon as the payment is confirmed',
    )
    const member = await joined(server, person, 'Mel', 'member')
    await member.call('PATCH', '/api/me', { workspaceId: person.workspaceId })
    const { text } = await renderedPage(server, '/settings/billing', member)
    expect(text).toContain('Only workspace owners can change the plan.')
    expect(text).not.toContain('Upgrade')
  } finally {
    await server.stop()
    provider.close()
  }
})
