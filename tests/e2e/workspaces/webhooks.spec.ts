import { choose } from '../../support/browser/actions'
import { findings } from '../../support/browser/checks/axe'
import { permissive } from '../../support/browser/environments'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { settled } from '../../support/browser/settled'
import { startReceiver, status, type Receiver } from '../../support/stubs/webhooks'
import { themes } from '../../support/browser/checks/themes'

test.use({ env: permissive })

let receiver: Receiver
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.stop())

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

for (const colorScheme of themes)
  test(`an owner creates, tests, redelivers, edits, disables and deletes a webhook (${colorScheme})`, async ({
    page,
    person,
    reviewId,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    const check = async (name: string) => {
      expect([name, ...(await findings(page))]).toEqual([name])
    }
    await page.emulateMedia({ colorScheme })
    await open('/settings/webhooks')
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()

    await test.step('the header of a tall dialog is not cut off or under its close button', async () => {
      await page.setViewportSize({ width: 390, height: 600 })
      await page.getByRole('button', { name: 'New webhook' }).click()
      const header = page.getByRole('dialog').locator('[data-slot=header]')
      await expect(header).toBeVisible()
      await settled(page)
      const { hidden, room, padding } = await header.evaluate(each => {
        const text = document.createRange()
        text.selectNodeContents(each.querySelector('[data-slot=description]') ?? each)
        const close = each.querySelector('[data-slot=close]')?.getBoundingClientRect()
        return {
          hidden: each.scrollHeight - each.clientHeight,
          room: (close?.left ?? 0) - text.getBoundingClientRect().right,
          padding: each.querySelector<HTMLElement>('[data-slot=wrapper]')?.offsetTop ?? 0,
        }
      })
      expect(hidden).toBe(0)
      expect(room).toBeGreaterThanOrEqual(0)
      expect(padding).toBeGreaterThanOrEqual(16)
      await page.setViewportSize(laptop)
    })

    await test.step('a webhook URL that is not public is rejected with an error', async () => {
      await page.getByLabel('Address', { exact: true }).fill('http://169.254.169.254/latest')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('169.254.169.254 is not a public address.')
      // The browser logs the response that rejects the address as an error.
      expect(pageErrors.splice(0).filter(each => !each.includes('Failed to load resource'))).toEqual([])
    })

    await page.getByLabel('Address', { exact: true }).fill(`${receiver.url}/hook`)
    await page.getByLabel('Comment resolved').check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByLabel('signing secret', { exact: true })).toHaveText(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('listitem').filter({ hasText: `${receiver.url}/hook` })
    await expect(row).toContainText(
      'Changes requested, Verified, Evidence added, Comment added, Comment resolved',
    )

    const log = page.getByRole('region', { name: 'Deliveries to' })
    await test.step('a test message of a webhook is sent from the log of deliveries', async () => {
      await row.getByRole('button', { name: 'Deliveries to' }).click()
      await expect(log.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
      await log.getByRole('button', { name: 'Send a test' }).click()
      await expect(log.getByText('Status 204 in')).toBeVisible()
      expect(JSON.parse(receiver.messages[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' })
    })

    await test.step('a failed webhook message shows the response, and can be sent again', async () => {
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
      await page.setViewportSize(phone)
      await check('log')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.setViewportSize(laptop)
      receiver.respondWith(status(200))
      await failed.getByRole('button', { name: 'Redeliver Verified' }).click()
      await expect(failed).toContainText('Delivered')
    })

    await test.step('the webhook is edited, disabled, enabled and deleted', async () => {
      const act = (name: string) => choose(page, `${receiver.url}/hook`, name)
      const dialog = page.getByRole('dialog')
      await act('Rotate secret')
      await expect(dialog).toBeVisible()
      await check('rotate')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await act('Edit')
      await expect(dialog).toBeVisible()
      await check('edit')
      await page.getByLabel('Format').selectOption('Slack')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(row).toContainText('Slack')
      await act('Disable')
      await expect(row.getByText('Disabled', { exact: true })).toBeVisible()
      await expect(log.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
      await act('Enable')
      await expect(row.getByText('Disabled', { exact: true })).toHaveCount(0)
      await act('Delete')
      await page.getByRole('button', { name: 'Delete webhook' }).click()
      await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
    })
    expect(pageErrors).toEqual([])
  })
