import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage, sample } from '../../support/media/samples'

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

test('anyone with the link can view evidence, revisions, marks and comments, and change nothing', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await furnish(agent, person.call, reviewId)
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  const { url } = await share(agent, reviewId)
  const page = await visitorPage(browser, url)
  const pageErrors = collectPageErrors(page)
  const asked: string[] = []
  page.on('request', request => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')

  await expect(page).toHaveTitle('Totals wrap on narrow screens · Exhibit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Totals wrap on narrow screens')
  await expect(page.getByRole('banner').getByText('Changes requested')).toBeVisible()
  await expect(page.getByText('View only · Exhibit')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Comment 2: Rectangle/ })).toBeVisible()

  await page.getByRole('button', { name: 'r1', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Comment 1: Point/ })).toBeVisible()
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await expect(page.getByText('Cut off.')).toBeVisible()
  await page.getByRole('button', { name: /^Resize/ }).click()
  await expect(page.getByRole('button', { name: /^Comment 4 at 0:01\.200/ })).toBeVisible()

  for (const name of ['Reply', 'Resolve', 'Reopen', 'Send', 'Share', 'Verified', 'Point (P)'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.locator('a[download], a[href*="download"], video[controls]')).toHaveCount(0)
  expect(asked.filter(each => !each.startsWith('GET '))).toEqual([])
  expect(asked.filter(each => /^GET \/(v1|api)/.test(each) && !each.startsWith('GET /api/share/'))).toEqual(
    [],
  )
  expect(pageErrors).toEqual([])
  await page.context().close()
})

test('a drag on the shared stage moves the image, and shortcuts of tools and actions are disabled', async ({
  browser,
  agent,
  reviewId,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Middle.',
  })
  const { url } = await share(agent, reviewId)
  const page = await visitorPage(browser, `${url}#${thread.body.threadId}`)
  const pin = page.getByRole('button', { name: /^Comment 1/ })
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  const before = await pin.boundingBox()
  const box = await page.getByTestId('stage').boundingBox()
  if (!box || !before) throw new Error('no stage')
  await page.mouse.move(box.x + 300, box.y + 300)
  await page.mouse.down()
  await page.mouse.move(box.x + 380, box.y + 340, { steps: 4 })
  await page.mouse.up()
  const after = await pin.boundingBox()
  expect(after?.x).toBeCloseTo(before.x + 80, 0)
  expect(after?.y).toBeCloseTo(before.y + 40, 0)
  await page.mouse.click(box.x + 300, box.y + 300)
  for (const key of ['r', 'Enter', 'c', 'e', 'y', 'n']) await page.keyboard.press(key)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  expect(
    (await agent<{ review: { status: string }; threadCounts: object }>('GET', `/v1/reviews/${reviewId}`))
      .body,
  ).toMatchObject({ review: { status: 'open' }, threadCounts: { open: 1, total: 1 } })
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Zoom to fit')
  await expect(page.getByRole('dialog')).not.toContainText('Resolve')
  await page.context().close()
})

test('a click on a pin of the shared stage opens its comment', async ({ browser, agent, reviewId }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Middle.',
  })
  const page = await visitorPage(browser, (await share(agent, reviewId)).url)
  const pin = page.getByRole('button', { name: /^Comment 1/ })
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.context().close()
})

test('a revoked, an expired and an unknown link show the same error, which says what to do', async ({
  browser,
  page,
  person,
  server,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await png())
  const link = await share(agent, reviewId)
  await page.goto(link.url)
  await page.waitForSelector('html[data-hydrated]')
  await expect(page.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeVisible()
  await person.call('DELETE', `/v1/share-links/${link.id}`)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  const short = await share(agent, reviewId, { expiresInHours: 1 })
  await server.advance(61 * 60_000)
  for (const url of [link.url, short.url, `${server.url}/r/unknown`]) {
    const visitor = await visitorPage(browser, url)
    await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect(visitor.getByText('Ask the person who shared it for a new link')).toBeVisible()
    const answer = await visitor.request.get(url)
    expect([answer.status(), answer.headers()['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
    await visitor.context().close()
  }
})

test('the page stays visible while the server cannot be reached', async ({
  browser,
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const visitor = await visitorPage(browser, (await share(agent, reviewId)).url)
  for (const each of [page, visitor]) {
    await expect(each.getByTestId('stage')).toBeVisible()
    await each.context().setOffline(true)
    const failed = each.waitForEvent('requestfailed')
    await each.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await failed
    await expect(each.getByRole('alert')).toHaveCount(0)
    await expect(each.getByTestId('stage')).toBeVisible()
  }
  await visitor.context().close()
})

test('a shared page is not indexed, and sends no referrer to other sites', async ({
  browser,
  agent,
  reviewId,
}) => {
  const { url } = await share(agent, reviewId)
  const page = await visitorPage(browser, url)
  await expect(page.getByText('No evidence yet')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  const { headers } = await fetch(url)
  expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
    'noindex, nofollow',
    'same-origin',
  ])
  await page.context().close()
})
