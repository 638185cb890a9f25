import { findings } from '../../support/browser/axe'
import { joined } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { settled } from '../../support/browser/settled'
import { newWebhook, startReceiver, status, type Receiver } from '../../support/stubs/webhooks'
import { themes } from '../../support/browser/themes'

test.use({ env: { WEBHOOKS_TO_PRIVATE: 'on' } })

let receiver: Receiver
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.stop())

test('an owner creates a webhook, tests it, redelivers, edits, disables and deletes it', async ({
  page,
  person,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await open('/settings/webhooks')
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address', { exact: true }).fill(`${receiver.url}/hook`)
  await page.getByLabel('Comment resolved').check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByLabel('signing secret', { exact: true })).toHaveText(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: `${receiver.url}/hook` })
  await expect(row).toContainText(
    'Changes requested, Verified, Evidence added, Comment added, Comment resolved',
  )

  await row.getByRole('button', { name: 'Deliveries to' }).click()
  const log = page.getByRole('region', { name: 'Deliveries to' })
  await expect(log.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
  // As round as the frame of the list that it ends.
  await expect(log).toHaveCSS('border-bottom-left-radius', '10px')
  await log.getByRole('button', { name: 'Send a test' }).click()
  await expect(log.getByText('Status 204 in')).toBeVisible()
  expect(JSON.parse(receiver.messages[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' })

  receiver.respondWith((_request, response) => response.writeHead(500).end('out of order'))
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  await expect.poll(() => receiver.messages.length).toBe(2)
  await open('/settings/webhooks')
  await expect(row).toContainText('Failing')
  await row.getByRole('button', { name: 'Deliveries to' }).click()
  const failed = log.getByRole('listitem').filter({ hasText: 'Verified' }).first()
  await expect(failed).toContainText('Pending')
  await failed.getByText('Attempts and responses').click()
  await expect(failed.getByText('out of order').first()).toBeVisible()
  receiver.respondWith(status(200))
  await failed.getByRole('button', { name: 'Redeliver Verified' }).click()
  await expect(failed).toContainText('Delivered')

  const choose = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Edit')
  await page.getByLabel('Format').selectOption('Slack')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Slack')
  await choose('Disable')
  await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
  await expect(log.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  await choose('Enable')
  await expect(row.getByText('Disabled', { exact: true })).toHaveCount(0)
  await choose('Delete')
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('an address that cannot be used is explained where it was typed', async ({ page, person: _, open }) => {
  await open('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address', { exact: true }).fill('http://169.254.169.254/latest')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('169.254.169.254 is not a public address.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
})

test('a member has no access to webhooks', async ({ server, person, openAs }) => {
  const member = await joined(server, person, 'Mel', 'member')
  const page = await openAs(member, '/settings/webhooks')
  await expect(page.getByRole('heading', { name: "You don't have access to Webhooks" })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
})

for (const colorScheme of themes)
  test(`axe finds no violations in the webhooks, their log and dialogs, ${colorScheme}`, async ({
    page,
    person,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    receiver.respondWith((_request, response) => response.writeHead(500).end('out of order'))
    await newWebhook(person, receiver.url)
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    await expect.poll(() => receiver.messages.length).toBe(1)
    await open('/settings/webhooks')
    await page.getByRole('button', { name: 'Deliveries to' }).click()
    await page.getByText('Attempts and responses').click()
    await expect(page.getByText('out of order').first()).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const action of ['Edit', 'Rotate secret', 'Delete']) {
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect([action, ...(await findings(page))]).toEqual([action])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

test('the header of a tall dialog keeps its height, and its text is beside the close button', async ({
  page,
  person,
  open,
}) => {
  expect(person.workspaceId).toBeTruthy()
  await page.setViewportSize({ width: 390, height: 600 })
  await open('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const header = page.getByRole('dialog').locator('[data-slot=header]')
  await expect(header).toBeVisible()
  await settled(page)
  expect(await header.evaluate(each => each.scrollHeight - each.clientHeight)).toBe(0)
  const room = await header.evaluate(each => {
    const text = document.createRange()
    text.selectNodeContents(each.querySelector('[data-slot=description]') ?? each)
    const close = each.querySelector('[data-slot=close]')?.getBoundingClientRect()
    return (close?.left ?? 0) - text.getBoundingClientRect().right
  })
  expect(room).toBeGreaterThanOrEqual(0)
  const padding = await header.evaluate(
    each => each.querySelector<HTMLElement>('[data-slot=wrapper]')?.offsetTop ?? 0,
  )
  expect(padding).toBeGreaterThanOrEqual(16)
})
