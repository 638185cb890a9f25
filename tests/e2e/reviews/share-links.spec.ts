import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { runSql } from '../../support/data/database'
import { joined, revise, upload, type Call } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage, sample } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

const png = (width = 1280, height = 800) => pngImage(width, height)

interface Link {
  id: string
  url: string
}

const share = async (agent: Call, reviewId: string, body: object = {}) =>
  (await agent<Link>('POST', `/v1/reviews/${reviewId}/share-links`, body)).body

/** Opens a page without an account. */
async function visitorPage(
  browser: Browser,
  url: string,
  options: { width?: number; colorScheme?: 'light' | 'dark' } = {},
): Promise<Page> {
  const { width = 1440, colorScheme = 'light' } = options
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    colorScheme,
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForSelector('html[data-hydrated]')
  return page
}

/** Creates a review with two revisions, comments of each status, and a video. */
async function furnish(agent: Call, call: Call, reviewId: string) {
  const first = await upload(agent, reviewId, await png(), { title: 'Dashboard', route: '/dashboard' })
  const comment = async (kind: string, geometry: object, body: string) =>
    (await agent<Thread>('POST', `/v1/artifacts/${first.artifactId}/annotations`, { kind, geometry, body }))
      .body
  await comment('point', { x: 0.5, y: 0.5 }, 'On the first.')
  await revise(agent, first.artifactId, await png(1280, 801))
  await comment('rectangle', { x: 0.2, y: 0.3, width: 0.2, height: 0.2 }, 'Wider than its neighbours.')
  const done = await comment('point', { x: 0.7, y: 0.3 }, 'Cut off.')
  await call('POST', `/v1/threads/${done.threadId}/resolve`)
  const video = await upload(agent, reviewId, await readFile(sample('plain.mp4')), {
    kind: 'video',
    mime: 'video/mp4',
    title: 'Resize',
  })
  await agent('POST', `/v1/artifacts/${video.artifactId}/annotations`, {
    kind: 'timestamp',
    timestampMs: 1200,
    body: 'It flickers.',
  })
}

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })

  test('a person creates a named share link, copies it now and later, and revokes it', async ({
    browser,
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this review' })
    await expect(dialog).toContainText('Anyone with the link can view this review without an account.')
    await expect(dialog.getByText('Only people in this workspace can see the review.')).toBeVisible()
    await dialog.getByText('Link options').click()
    await dialog.getByLabel('Name').fill('Design team')
    await dialog.getByLabel('Expires').selectOption('In 7 days')
    await expect(dialog.getByLabel('Expires')).toHaveAccessibleDescription(/, \d\d:\d\d/)
    await dialog.getByRole('button', { name: 'Create link and copy' }).click()
    const copy = dialog.getByRole('button', { name: 'Copy the link “Design team”' })
    await expect(copy).toBeFocused()
    await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
    const url = await page.evaluate(() => navigator.clipboard.readText())
    expect(url).toMatch(/\/r\/[\w-]{20,}$/)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const visitor = await visitorPage(browser, url)
    await expect(visitor.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeVisible()

    await page.evaluate(() => navigator.clipboard.writeText(''))
    await open(`/reviews/${reviewId}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await copy.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    const {
      shareLinks: [link],
    } = (
      await person.call<{ shareLinks: { createdAt: string; expiresAt: string }[] }>(
        'GET',
        `/api/reviews/${reviewId}/share-links`,
      )
    ).body
    const expiresAt = Date.parse(link?.expiresAt ?? '')
    expect(expiresAt - Date.parse(link?.createdAt ?? '')).toBe(7 * 86_400_000)
    const inTokyo = new Date(expiresAt + 9 * 3_600_000).toISOString()
    await expect(dialog.getByRole('listitem')).toContainText(`, ${inTokyo.slice(11, 16)}`)
    await dialog.getByRole('button', { name: 'Revoke the link “Design team”' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Revoke link' }).click()
    await expect(dialog.getByText('Inactive links 1')).toBeVisible()
    await visitor.reload()
    const ended = visitor.getByRole('heading', { name: 'This link no longer works' })
    await expect(ended).toBeFocused()
    await expect(ended).toHaveCSS('outline-style', 'none')
    await visitor.context().close()
  })
})

test('one press creates a share link with the defaults and copies it; the dialog alone creates none', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await upload(agent, reviewId, await png())
  const links = async () =>
    (
      await person.call<{ shareLinks: { url: string; expiresAt: string | null }[] }>(
        'GET',
        `/api/reviews/${reviewId}/share-links`,
      )
    ).body.shareLinks
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this review' })
  const create = dialog.getByRole('button', { name: 'Create link and copy' })
  await expect(create).toBeFocused()
  await expect(dialog.getByLabel('Name')).toBeHidden()
  expect(await links()).toEqual([])
  await page.keyboard.press('Enter')
  const copy = dialog.getByRole('listitem').getByRole('button', { name: 'Copy the link created by Ann' })
  await expect(copy).toBeFocused()
  await expect(copy).toHaveText('Copied')
  const defaults = { name: null, expiresAt: null, allowComments: false, hasPassword: false }
  const [link] = await links()
  expect(link).toMatchObject({ ...defaults, allowDownload: false })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link?.url)
  await expect(dialog.getByText(link?.url ?? '')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(copy).toBeFocused()
  await expect(copy).toHaveText('Copy')
  await expect(create).toBeHidden()
  await dialog.getByText('Create another link').click()
  await dialog.getByLabel('Visitors need a password').check()
  await dialog.getByText('Create another link').click()
  expect(await links()).toHaveLength(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('a share link is handed to other apps', async ({ page, agent, reviewId, open }) => {
    // A browser without a window has no list of apps.
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async ({ url }: ShareData) => {
          document.title = `shared ${url}`
          throw new DOMException('closed', 'AbortError')
        },
      })
    })
    const pageErrors = collectPageErrors(page)
    await upload(agent, reviewId, await png())
    const { url } = await share(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await page.getByRole('button', { name: 'Share' }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Share the link/ })
      .tap()
    await expect(page).toHaveTitle(`shared ${url}`)
    expect(pageErrors).toEqual([])
  })
})

test('a share link that cannot be copied is selected, and an option that is missing is shown', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this review' })
  await dialog.getByText('Link options').click()
  await dialog.getByLabel('Visitors need a password').check()
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  await dialog.getByText('Link options').click()
  await dialog.getByRole('button', { name: 'Create link and copy' }).click()
  await expect(password).toBeFocused()
  // Not in a bubble of the browser.
  await expect(dialog.getByRole('alert')).toHaveText('Enter a password.')
  await expect(password).toHaveAccessibleDescription('Enter a password.')
  await password.fill('short')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/^Enter at least \d+ characters\.$/)
  await password.fill('open sesame')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Press Ctrl+C to copy')).toBeVisible()
  const url = await dialog.getByLabel('Address of the link created by Ann').textContent()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(url?.trim())
})

test('a link from before addresses were stored works, and says that it cannot be copied', async ({
  page,
  server,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await share(agent, reviewId)
  await runSql(server, 'update share_link set sealed_token = null where review_id = ?', [reviewId])
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this review' })
  await expect(dialog.getByText("It can't be copied again. Create a new link to share.")).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
})

test('a failed attempt to create a share link says that no link was created', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Only people in this workspace')).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    "No link was created. Can't reach the server.",
  )
})

test('a reviewer sees no share button', async ({ server, person, agent, reviewId, openAs }) => {
  await upload(agent, reviewId, await png())
  const page = await openAs(await joined(server, person, 'Rita', 'reviewer'), `/reviews/${reviewId}`)
  await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
})

for (const colorScheme of themes) {
  test(`axe finds no violations on a shared review, its dialog and an invalid link, ${colorScheme}`, async ({
    browser,
    page: own,
    person,
    server,
    agent,
    reviewId,
    open,
  }) => {
    await furnish(agent, person.call, reviewId)
    const { url } = await share(agent, reviewId)
    const found: Record<string, string[]> = {}
    await own.emulateMedia({ colorScheme })
    await open(`/reviews/${reviewId}`)
    await own.getByRole('button', { name: 'Share' }).click()
    await own.getByRole('button', { name: /^Revoke the link/ }).click()
    await own.getByText('Create another link').click()
    found.dialog = await findings(own)
    await own.getByRole('button', { name: 'Create link and copy' }).click()
    await expect(own.getByRole('button', { name: /^Copy the link/ })).toHaveCount(2)
    found.fresh = await findings(own)
    for (const [name, address, width] of [
      ['desktop', url, 1440],
      ['phone', url, 390],
      ['dead', `${server.url}/r/unknown`, 390],
    ] as const) {
      const page = await visitorPage(browser, address, { width, colorScheme })
      found[name] = await findings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.context().close()
    }
    expect(found).toEqual({ dialog: [], fresh: [], desktop: [], phone: [], dead: [] })
  })
}
