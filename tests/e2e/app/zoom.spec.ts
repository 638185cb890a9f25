import { joined, revise } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { outOfView } from '../../support/browser/layout'
import { settled } from '../../support/browser/settled'
import { pngImage } from '../../support/media/samples'
import { uploadMarked } from '../../support/browser/stage'
import { commentItem } from '../../support/browser/comments'

test.describe('on a laptop zoomed to 400 %', () => {
  test.use({ viewport: { width: 320, height: 200 } })

  test('settings and forms fit in the width', async ({ page, person, open }) => {
    expect(person.id).toBeTruthy()
    for (const path of ['/settings/general', '/settings/people', '/settings/tokens', '/settings/account']) {
      await open(path)
      await settled(page)
      expect(await outOfView(page), path).toEqual([])
    }
  })

  test('a dialog scrolls to its buttons', async ({ page, person, open }) => {
    expect(person.id).toBeTruthy()
    await open('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await settled(page)
    await dialog.hover()
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await expect(async () => {
      await page.mouse.wheel(0, 400)
      await expect(cancel).toBeInViewport({ ratio: 1, timeout: 500 })
    }).toPass()
    await page.mouse.wheel(0, -4000)
    await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
  })

  test('a comment can be scrolled to and resolved', async ({ page, person, agent, reviewId, open }) => {
    await uploadMarked(person, agent, reviewId)
    await open(`/reviews/${reviewId}`)
    const comment = commentItem(page, 'Too wide.')
    await comment.getByRole('button').first().click()
    const resolve = comment.getByRole('button', { name: 'Resolve' })
    await resolve.click()
    await expect(page.getByRole('button', { name: 'Resolved 1' })).toBeAttached()
  })
})

for (const [width, height] of [
  [320, 256],
  [390, 340],
  [568, 320],
] as const)
  test(`a link to a comment does not scroll the whole page at ${width} × ${height}`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.setViewportSize({ width, height })
    const { artifactId, thread } = await uploadMarked(person, agent, reviewId)
    for (const hash of [artifactId, thread.threadId]) {
      await open(`/reviews/${reviewId}#${hash}`)
      await settled(page)
      // Below the image, to which the review page scrolls; a link to the comment scrolls by itself.
      if (hash === artifactId) await commentItem(page, 'Too wide.').scrollIntoViewIfNeeded()
      await expect(commentItem(page, 'Too wide.')).toBeInViewport()
      const { scrollTop, scrollHeight } = await page.evaluate(() => {
        const { scrollTop, scrollHeight } = document.documentElement
        return { scrollTop, scrollHeight }
      })
      expect([scrollTop, scrollHeight], hash).toEqual([0, height])
    }
  })

test('at 400 % the toolbars of the stage and of a comparison can be reached', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const { artifactId } = await uploadMarked(person, agent, reviewId)
  await revise(agent, artifactId, await pngImage(1000, 620))
  await open(`/reviews/${reviewId}`)
  const tools = page.getByRole('toolbar', { name: 'Tools' })
  await tools.scrollIntoViewIfNeeded()
  await expect(tools.getByRole('button', { name: 'Select (V)' })).toBeInViewport()
  await tools.getByRole('button', { name: 'Swipe (W)' }).click()
  await page.getByRole('button', { name: 'Close comparison (Esc)' }).click()
  await expect(page.getByTestId('compare')).toHaveCount(0)
})

test('wider spacing of the text cuts off no filter on a phone', async ({
  page,
  projectId,
  reviewId,
  open,
}) => {
  expect(reviewId).toBeTruthy()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/projects/${projectId}`)
  // The spacing of 1.4.12 of WCAG 2.2.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
  const filters = page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button')
  await expect(filters).toHaveCount(4)
  expect(await filters.evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth))).toEqual(
    [],
  )
  expect(await outOfView(page)).toEqual([])
})

test('nothing repeats its motion for people who want less of it', async ({ page, person, open }) => {
  expect(person.id).toBeTruthy()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open('/')
  const skeleton = await page.evaluateHandle(() => {
    const element = document.createElement('div')
    element.className = 'animate-pulse'
    return document.body.appendChild(element)
  })
  expect(await skeleton.evaluate(each => getComputedStyle(each).animationIterationCount)).toBe('1')
})

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`with texts of 200 % at ${width} × ${height}, a review has its title and its tools`, async ({
    page,
    context,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.setViewportSize({ width, height })
    // The size of texts that people choose in their browser.
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await uploadMarked(person, agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await settled(page)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(title?.width).toBeGreaterThan(150)
    const tools = page.getByRole('toolbar', { name: 'Tools' })
    const [image, bar] = [
      await page.getByTestId('stage').locator('img').boundingBox(),
      await tools.boundingBox(),
    ]
    expect(image && bar && bar.height < image.height).toBe(true)
    for (const each of await tools.getByRole('button').all()) await expect(each).toBeInViewport({ ratio: 1 })
    for (const each of await page.getByRole('banner').getByRole('button').all())
      await expect(each).toBeInViewport({ ratio: 1 })
    expect(await outOfView(page)).toEqual([])
  })

test('text of twice the size leaves the rows of lists readable on a phone', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const mel = await joined(server, person, 'Mel Okafor', 'member')
  await mel.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [person.id] })
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { body: 'The totals wrap, @Ann' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '/',
    `/projects/${projectId}`,
    '/notifications',
    '/settings/people',
    '/settings/activity',
  ]) {
    await open(path)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    expect(await outOfView(page), path).toEqual([])
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    /** CSS pixels: of each text the widest line. */
    const widths = await rows
      .locator('p, a')
      .evaluateAll(all => all.filter(each => each.textContent.length > 20).map(each => each.clientWidth))
    expect(Math.min(...widths.filter(each => each > 0)), path).toBeGreaterThan(150)
  }
})
