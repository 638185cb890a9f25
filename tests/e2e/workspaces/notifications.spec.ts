import { findings } from '../../support/browser/axe'
import { joined, revise, signUp, upload } from '../../support/server/client'
import { enter, expect, test } from '../../support/browser/e2e'
import { startMail } from '../../support/stubs/mail'
import { requestVerdicts, write } from '../../support/people/notifications'
import { pngImage } from '../../support/media/samples'
import { startServer } from '../../support/server/server'
import { themes } from '../../support/browser/themes'

for (const colorScheme of themes)
  test(`the bell counts what is unread, and the page lists it by review, ${colorScheme}`, async ({
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
    await open('/notifications')
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveText([/Mel asked for your verdict/, /ci-agent mentioned you\s*Fixed, @Ann/])
    expect(await findings(page)).toEqual([])
    const status = page.getByRole('status')
    await rows.first().getByRole('button', { name: 'Mark as read: Mel asked for your verdict' }).click()
    await expect(status.getByText('Marked as read', { exact: true })).toBeAttached()
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
    await expect(status.getByText('All marked as read')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
    await page.reload()
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

test('a notification opens its comment and is read then', async ({ page, agent, reviewId, open }) => {
  const threadId = await write(agent, reviewId, 'Fixed, @Ann')
  await open('/')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('link', { name: 'ci-agent mentioned you' }).click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${threadId}$`))
  await expect(page.getByRole('list', { name: 'Comments' }).getByText('Fixed,')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a notification of evidence names it and opens it', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const mel = await joined(server, person, 'Mel', 'member')
  await requestVerdicts(mel, reviewId, [person])
  const png = await pngImage(640, 400)
  const { artifactId } = await upload(agent, reviewId, png, { title: 'Dashboard' })
  await upload(agent, reviewId, png, { title: 'Cart' })
  await revise(agent, artifactId, png)
  await open('/notifications')
  const row = page.getByRole('main').getByRole('listitem').first()
  await expect(row).toHaveText(/ci-agent added evidence\s*Dashboard · r2/)
  expect(await findings(page)).toEqual([])
  await row.getByRole('link', { name: 'ci-agent added evidence' }).click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${artifactId}$`))
  const shown = page.getByRole('navigation', { name: 'Evidence' }).locator('[aria-current=true]')
  await expect(shown).toContainText('Dashboard')
})

test('opening a review reads what is about the review, and seeing a comment what is about it', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const mel = await joined(server, person, 'Mel', 'member')
  await requestVerdicts(mel, reviewId, [person])
  await write(agent, reviewId, 'Fixed, @Ann')
  const read = page.waitForResponse(response => response.url().endsWith('/api/notifications/read'))
  const seen = page.waitForResponse(response => response.url().endsWith('/seen'))
  await open(`/reviews/${reviewId}`)
  expect([(await read).status(), (await seen).status()]).toEqual([204, 200])
  await open('/')
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
})

test('the bell is on a phone too', async ({ page, agent, reviewId, open }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await write(agent, reviewId, 'Fixed, @Ann')
  await open('/')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByRole('link', { name: 'ci-agent mentioned you' })).toBeVisible()
})

test('the settings say that the server sends no mail', async ({ page, person, open }) => {
  expect(person.id).toBeTruthy()
  await open('/settings/notifications')
  await expect(page.getByText('This server sends no email.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-US' })

  test('a person chooses when to get mail', async ({ page }) => {
    const mail = await startMail()
    const server = await startServer({ SMTP_URL: mail.url })
    const ann = await signUp(server, 'Ann')
    await enter(page.context(), server, ann)
    await page.goto(`${server.url}/settings/notifications`)
    await page.waitForSelector('html[data-hydrated]')
    await expect(page.getByRole('radio', { name: 'Within minutes' })).toBeChecked()
    expect(await findings(page)).toEqual([])
    await expect(page.getByText(/At 4:00\sPM, on days with news\./)).toBeVisible()
    const saved = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('radio', { name: 'Daily digest' }).check()
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Daily digest' })).toBeChecked()
    await server.stop()
    await mail.stop()
  })
})
