import { findings } from '../../support/browser/checks/axe'
import { joined, signUp } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { startMail } from '../../support/stubs/mail'
import { requestVerdicts, write } from '../../support/people/notifications'
import { pngImage } from '../../support/media/samples'
import { renderedPage } from '../../support/server/rendered-page'
import { startServer } from '../../support/server/server'
import { themes } from '../../support/browser/checks/themes'

for (const colorScheme of themes)
  test(`the bell counts unread notifications, and the page lists them by review (${colorScheme})`, async ({
    page,
    server,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await open('/')
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
    const mel = await joined(server, person, 'Mel', 'member')
    await write(agent, reviewId, 'Fixed, @Ann')
    await requestVerdicts(mel, reviewId, [person])
    const png = await pngImage(640, 400)
    const { artifactId } = await upload(agent, reviewId, png, { title: 'Dashboard' })
    await upload(agent, reviewId, png, { title: 'Cart' })
    await revise(agent, artifactId, png)
    await open('/notifications')
    await expect(page.getByRole('link', { name: 'Notifications, 3 unread' })).toBeVisible()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveText([
      /ci-agent added evidence\s*Dashboard · r2/,
      /Mel asked for your verdict/,
      /ci-agent mentioned you\s*Fixed, @Ann/,
    ])
    await expect(rows.first().getByRole('link')).toHaveAttribute('href', `/reviews/${reviewId}#${artifactId}`)
    const status = page.getByRole('status')
    await page.getByRole('button', { name: 'Mark as read: Mel asked for your verdict' }).click()
    await expect(status.getByText('Marked as read', { exact: true })).toBeAttached()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(2)
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await expect(status.getByText('All marked as read')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
    const { text, main } = await renderedPage(server, '/notifications', person)
    expect(text).toContain('Mel asked for your verdict')
    expect(main).not.toContain('Mark as read')
  })

test('opening a notification marks it as read, and marks the items that are then visible as seen', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const threadId = await write(agent, reviewId, 'Fixed, @Ann')
  await requestVerdicts(await joined(server, person, 'Mel', 'member'), reviewId, [person])
  await open('/notifications')
  const read = page.waitForResponse(response => response.url().endsWith('/api/notifications/read'))
  const seen = page.waitForResponse(response => response.url().endsWith('/seen'))
  await page.getByRole('link', { name: 'ci-agent mentioned you' }).click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${threadId}$`))
  await expect(page.getByRole('list', { name: 'Comments' }).getByText('Fixed,')).toBeVisible()
  expect([(await read).status(), (await seen).status()]).toEqual([204, 200])
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
})

test('the notification settings state that the server sends no mail', async ({ server, person }) => {
  const { text, main } = await renderedPage(server, '/settings/notifications', person)
  expect(text).toContain('This server sends no email.')
  expect(main).not.toContain('type="radio"')
})

test.describe('notification settings show the local time in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' })

  test('the settings store when a person wants mail, and show the local time of the digest', async ({
    page,
  }) => {
    const mail = await startMail()
    const server = await startServer({ SMTP_URL: mail.url })
    const ann = await signUp(server, 'Ann')
    await signInBrowser(page.context(), server, ann)
    await page.goto(`${server.url}/settings/notifications`)
    await page.waitForSelector('html[data-hydrated]')
    await expect(page.getByRole('radio', { name: 'Within minutes' })).toBeChecked()
    expect(await findings(page)).toEqual([])
    await expect(page.getByText(/At 4:00\sPM, on days with news\./)).toBeVisible()
    const saved = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('radio', { name: 'Daily digest' }).check()
    expect((await saved).status()).toBe(200)
    const { main } = await renderedPage(server, '/settings/notifications', ann)
    expect(/<input[^>]*\bchecked\b[^>]*>[^<]*<[^>]*>([^<]*)/.exec(main)?.[1]).toBe('Daily digest')
    await server.stop()
    await mail.stop()
  })
})
