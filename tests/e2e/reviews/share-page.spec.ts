import { readFile } from 'node:fs/promises'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { HOUR, MINUTE } from '#shared/time'
import type { Call } from '../../support/server/client'
import { revise, upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { expectSameOffline } from '../../support/browser/offline'
import { isDropKept } from '../../support/browser/file-drop'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { drag, stagePoints } from '../../support/browser/stage'
import { visit } from '../../support/browser/visitor'
import { pngImage, sample } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'
import { listStatus } from '../../support/browser/comments'

/** Creates a review with two revisions, comments of each status, and a video. */
async function furnish(agent: Call, call: Call, reviewId: string) {
  const first = await upload(agent, reviewId, await pngImage(1280, 800), {
    title: 'Dashboard',
    route: '/dashboard',
  })
  const comment = async (kind: string, geometry: object, body: string) =>
    (await agent<Thread>('POST', `/v1/artifacts/${first.artifactId}/annotations`, { kind, geometry, body }))
      .body
  await comment('point', { x: 0.5, y: 0.5 }, 'On the first.')
  await revise(agent, first.artifactId, await pngImage(1280, 801))
  await comment('rectangle', { x: 0.2, y: 0.3, width: 0.2, height: 0.2 }, 'Wider than its neighbors.')
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

test('anyone with a share link can view the review but cannot change it', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await furnish(agent, person.call, reviewId)
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  const { url } = await newShareLink(agent, reviewId)
  const asked: string[] = []
  let pageErrors: string[] = []
  const page = await visit(browser, url, {
    onPage(opened) {
      pageErrors = collectPageErrors(opened)
      opened.on('request', request => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    },
  })
  const pin = (name: RegExp) => page.getByRole('button', { name })

  await test.step('a shared page shows the review with its verdict', async () => {
    await expect(page).toHaveTitle('Totals wrap on narrow screens · Exhibit')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Totals wrap on narrow screens')
    await expect(page.getByRole('banner').getByText('Changes requested')).toBeVisible()
    await expect(page.getByText('View only · Exhibit')).toBeVisible()
    await expect(pin(/^Comment 2: Rectangle/)).toBeVisible()
  })

  await test.step('a shared page is not indexed, and sends no referrer to other sites', async () => {
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    const { headers } = await fetch(url)
    expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
      'noindex, nofollow',
      'same-origin',
    ])
  })

  await test.step('axe finds nothing on a shared page, which fits a wide screen and a phone', async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsInThemes(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    // On a phone, the title fills the row. The verdict is only a ring, and only screen readers read its text.
    const verdict = page.locator('header').getByText(/^Changes requested/)
    expect((await verdict.boundingBox())?.width).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await verdict.boundingBox())?.width).toBeGreaterThan(80)
  })

  await test.step('a drag moves a shared image, a pin opens a comment, and keys change nothing', async () => {
    await page.getByRole('button', { name: /^r1/ }).click()
    const first = pin(/^Comment 1: Point/)
    await expect(first).toHaveAttribute('aria-pressed', 'false')
    await stagePoints(page)
    const before = await first.boundingBox()
    const box = await page.getByTestId('stage').boundingBox()
    if (!box || !before) throw new Error('The stage shows no pin.')
    const corner = { x: box.x + 300, y: box.y + 300 }
    await drag(page, corner, { x: corner.x + 80, y: corner.y + 40 })
    const after = await first.boundingBox()
    expect(after?.x).toBeCloseTo(before.x + 80, 0)
    expect(after?.y).toBeCloseTo(before.y + 40, 0)
    await first.click()
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    for (const key of ['e', 'r', 'Enter', 'c', 'y', 'n']) await page.keyboard.press(key)
    await page.mouse.click(corner.x, corner.y)
    for (const key of ['r', 'Enter', 'c', 'e', 'y', 'n']) await page.keyboard.press(key)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(body).toMatchObject({
      review: { status: 'changes_requested' },
      threadCounts: { open: 3, resolved: 1, total: 4 },
    })
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Zoom to fit')
    await expect(page.getByRole('dialog')).not.toContainText('Resolve')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a file dropped on a shared page is ignored and does not replace the page', async () => {
    expect(await isDropKept(page, '[data-testid=stage]')).toBe(true)
    await expect(page.getByText('Drop to add')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add evidence' })).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a shared page shows resolved comments and marks of a video, but no tools', async () => {
    await listStatus(page, 'Resolved 1')
    await expect(page.getByText('Cut off.')).toBeVisible()
    await page.getByRole('button', { name: /^Resize/ }).click()
    await expect(pin(/^Comment 4 at 0:01\.200/)).toBeVisible()
    for (const name of ['Reply', 'Resolve', 'Reopen', 'Send', 'Share', 'Verified', 'Point (P)'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.locator('a[download], a[href*="download"], video[controls]')).toHaveCount(0)
  })

  expect(asked.filter(each => !each.startsWith('GET '))).toEqual([])
  expect(asked.filter(each => /^GET \/(v1|api)/.test(each) && !each.startsWith('GET /api/share/'))).toEqual(
    [],
  )
  expect(pageErrors).toEqual([])
  await page.context().close()
})

test('a shared page is updated live, stays open during an outage, and ends when its link is revoked', async ({
  browser,
  server,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await pngImage(1280, 800))
  const link = await newShareLink(agent, reviewId)
  const short = await newShareLink(agent, reviewId, { expiresInHours: 1 })
  const page = await visit(browser, link.url)
  const ended = page.getByRole('heading', { name: 'This link no longer works' })

  await test.step('a new comment appears on a shared page without a reload', async () => {
    await expect(page.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeVisible()
    await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'For all visitors.' })
    await expect(page.getByText('For all visitors.')).toBeVisible()
  })

  await test.step('a shared page does not change while the server cannot be reached', async () => {
    await expectSameOffline(page)
  })

  await test.step('a shared page shows an error when its link is revoked', async () => {
    await agent('DELETE', `/v1/share-links/${link.id}`)
    await expect(ended).toBeVisible()
  })

  await test.step('revoked, expired and unknown share links show the same error and advice', async () => {
    await server.advance(HOUR + MINUTE)
    for (const url of [link.url, short.url, `${server.url}/r/unknown`]) {
      const answer = await page.request.get(url)
      expect([answer.status(), answer.headers()['x-robots-tag']]).toEqual([404, 'noindex, nofollow'])
      const html = await answer.text()
      expect(html).toContain('This link no longer works')
      expect(html).toContain('Ask the person who shared it for a new link')
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(short.url)
    await page.waitForSelector('html[data-hydrated]')
    await expect(ended).toBeFocused()
    await expect(page.getByText('Ask the person who shared it for a new link')).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('a file dropped on the error page of a share link does not replace the page', async () => {
    expect(await isDropKept(page)).toBe(true)
    await expect(page.getByText('Drop to start a review')).toHaveCount(0)
  })
  await page.context().close()
})
