import { findings } from '../../support/browser/axe'
import { caller, newReview, type Person } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'
import { themes } from '../../support/browser/themes'

test.use({ env: { UNCLAIMED_WORKSPACES: 'on' } })

interface Codes {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
}

const beginDevice = async (server: TestServer) =>
  (await caller(server)<Codes>('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' })).body

async function bootstrap(server: TestServer) {
  const { body } = await caller(server)<{ token: string; claimUrl: string; project: { id: string } }>(
    'POST',
    '/v1/bootstrap',
    { project: 'Acme web' },
  )
  const agent = caller(server, { authorization: `Bearer ${body.token}` })
  await newReview(agent, body.project.id)
  return new URL(body.claimUrl).pathname
}

const invite = async (owner: Person, role = 'reviewer') => {
  const { body } = await owner.call<{ id: string; url: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role },
  )
  return { id: body.id, path: new URL(body.url).pathname }
}

for (const colorScheme of themes) {
  test(`axe finds no violations on the sign-up, claim, invitation and device pages, ${colorScheme}`, async ({
    page,
    server,
    person,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    const [claim, device, { path }] = [
      await bootstrap(server),
      await beginDevice(server),
      await invite(person),
    ]
    const found: Record<string, string[]> = {}
    const checkPage = async (address: string, text: string) => {
      await open(address)
      await expect(page.getByText(text).first()).toBeVisible()
      found[address] = await findings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await checkPage(claim, "What's included")
    await checkPage('/claim/unknown', "isn't valid")
    await checkPage('/device', 'Enter the code')
    await checkPage(`/device?user_code=${device.user_code}`, 'Requested by')
    await checkPage('/device?user_code=AAAAAAAA', "This code isn't valid")
    await checkPage(path, 'Signed in as')
    await page.context().clearCookies()
    await checkPage(path, 'Create an account')
    await checkPage('/invite/unknown', "isn't valid")
    await checkPage(`/sign-in?redirect=${claim}`, 'You need an account to claim')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(address => [address, []])))
  })
}
