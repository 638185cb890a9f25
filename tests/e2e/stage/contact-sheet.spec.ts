import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { revise, threadsOf, upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { holdEvidence } from '../../support/browser/hold-requests'
import { pngImage, sample } from '../../support/media/samples'
import { drag } from '../../support/browser/stage'
import { themes } from '../../support/browser/themes'

const png = (width = 1000, height = 600) => pngImage(width, height)

const cells = (page: Page) => page.getByTestId('sheet-cell')
const boxes = (page: Page) =>
  cells(page)
    .locator('img')
    .evaluateAll(all =>
      all.map(each => {
        const image = each.getBoundingClientRect()
        const cell = (each.parentElement ?? each).getBoundingClientRect()
        return { x: image.x - cell.x, y: image.y - cell.y, width: image.width, height: image.height }
      }),
    )

/** Creates three revisions of a tall page. */
async function revisions(agent: Call, reviewId: string) {
  const one = await upload(agent, reviewId, await png(600, 3000), { title: 'Long page' })
  await revise(agent, one.artifactId, await png(600, 3000))
  const last = await revise(agent, one.artifactId, await png(600, 6000))
  return { artifactId: one.artifactId, lastId: last.revisionId }
}

test('all revisions of a page scroll and zoom together', async ({ page, agent, reviewId, open }) => {
  const pageErrors = collectPageErrors(page)
  await revisions(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('b')
  await expect(page).toHaveURL(/compare=revisions/)
  const sheet = page.getByRole('region', { name: 'Revisions of Long page' })
  await expect(sheet.getByRole('listitem')).toContainText(['r1', 'r2', 'r3 · latest'])
  await expect.poll(async () => (await boxes(page)).map(each => each.y)).toEqual([8, 8, 8])
  const before = await boxes(page)

  const at = await cells(page).first().boundingBox()
  const middle = { x: (at?.x ?? 0) + (at?.width ?? 0) / 2, y: (at?.y ?? 0) + 100 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.wheel(0, 100)
  await expect.poll(async () => (await boxes(page)).slice(0, 2).map(each => each.y)).toEqual([-92, -92])
  // As far down its page, which is twice as long.
  expect((await boxes(page))[2]?.y).toBeLessThan(-180)
  await drag(page, middle, { x: middle.x, y: middle.y + 50 })
  await expect.poll(async () => (await boxes(page)).slice(0, 2).map(each => each.y)).toEqual([-42, -42])

  await page.keyboard.press('+')
  await expect
    .poll(async () => (await boxes(page)).map(each => each.width))
    .toEqual(before.map(each => expect.closeTo(each.width * 1.25, 0)))
  await page.keyboard.press('0')
  await expect.poll(() => boxes(page)).toEqual(before)
  await page.keyboard.press('b')
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('a comment is made on the sheet, on the revision that was clicked', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, lastId } = await revisions(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=revisions`)
  const at = await cells(page).nth(1).boundingBox()
  await page.mouse.click((at?.x ?? 0) + (at?.width ?? 0) / 2, (at?.y ?? 0) + 60)
  await page.getByLabel('Comment on this spot').fill('Too wide here.')
  await page.keyboard.press('Control+Enter')
  const pin = cells(page)
    .nth(1)
    .getByRole('button', { name: /^Comment 1: Point/ })
  await expect(pin).toBeVisible()
  await expect(page.getByRole('region', { name: 'Revisions of Long page' })).toBeVisible()
  await expect.poll(async () => (await threadsOf(agent, reviewId))[0]?.revision).toBe(2)

  const button = page.getByRole('button', { name: 'Comment on r3 · latest' })
  await button.click()
  const onWhole = page
    .getByRole('region', { name: 'Revisions of Long page' })
    .getByRole('textbox', { name: 'Comment on r3 · latest' })
  // The form opens at its button.
  await expect
    .poll(async () => {
      const [form, from] = [await onWhole.boundingBox(), await button.boundingBox()]
      return (from?.y ?? 0) - (form?.y ?? 0) - (form?.height ?? 0)
    })
    .toBeLessThan(80)
  await onWhole.fill('Better as a whole.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await threadsOf(agent, reviewId)).map(each => each.kind))
    .toEqual(['point', 'artifact'])
  expect((await threadsOf(agent, reviewId))[1]?.revision).toBe(3)
  // The comments of a cell are those on its revision.
  const captions = page.getByRole('region', { name: 'Revisions of Long page' }).getByRole('listitem')
  await expect(captions.filter({ hasText: '1 open comment' })).toHaveText([/r2/, /r3 · latest/])
  await expect(onWhole).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('stage')).toBeVisible()
  expect(lastId).toBeTruthy()

  // A comment that the cell does not show is counted at its edge, and scrolled to.
  for (const y of [0.7, 0.9])
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y },
      body: `At ${y}.`,
    })
  await page.keyboard.press('b')
  const below = page.getByRole('button', { name: 'Show 2 comments below on r3 · latest' })
  const pinAt = (number: number) =>
    cells(page)
      .nth(2)
      .getByRole('button', { name: `Comment ${number}: Point` })
  await expect(pinAt(3)).not.toBeInViewport()
  await below.click()
  await expect(pinAt(3)).toBeInViewport()
  await expect(below).toHaveCount(0)
  await page.getByRole('complementary', { name: 'Conversation' }).getByText('At 0.9.').click()
  await expect(pinAt(4)).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Show 1 comment above on r3 · latest' })).toBeVisible()
})

test('the sheet switches between viewports, variations and all evidence, and opens one on the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const at = (width: number) => ({
    title: `Cart ${width}`,
    route: '/cart',
    viewport: { width, height: 800 },
  })
  await upload(agent, reviewId, await png(1280, 800), at(1280))
  await upload(agent, reviewId, await png(390, 844), at(390))
  await upload(agent, reviewId, await png(), { title: 'Receipt' })
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Contact sheet (B)' }).click()
  const sheet = page.getByRole('region', { name: 'Viewports of /cart' })
  await expect(sheet.getByRole('listitem')).toContainText(['390×800', '1280×800'])
  // Cells of one viewport differ by their titles, and so does what the form below the comments is about.
  await upload(agent, reviewId, await png(1280, 800), { ...at(1280), title: 'Cart, dark' })
  await expect(sheet.getByRole('listitem')).toContainText([
    '390×800',
    '1280×800 · Cart 1280',
    '1280×800 · Cart',
  ])
  await expect(sheet.getByRole('button', { name: 'Comment on 1280×800 · Cart, dark' })).toBeVisible()
  const talk = page.getByRole('complementary', { name: 'Conversation' })
  await expect(talk.getByRole('textbox', { name: 'Comment on 1280×800 · Cart 1280' })).toBeVisible()
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'All evidence' }).click()
  const everything = page.getByRole('region', { name: 'All evidence' })
  await expect(everything.getByRole('listitem')).toHaveCount(4)
  await page.reload()
  await everything.getByRole('button', { name: 'Open Receipt' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Receipt' })).toBeVisible()
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  // It is shown whole, although it was zoomed before the sheet.
  const whole = await shown.boundingBox()
  await page.keyboard.press('+')
  await expect.poll(() => shown.boundingBox()).not.toEqual(whole)
  await page.goBack()
  await everything.getByRole('button', { name: 'Open Receipt' }).click()
  await expect.poll(() => shown.boundingBox()).toEqual(whole)
})

test('a comment of the list is scrolled to on the sheet', async ({ page, agent, reviewId, open }) => {
  for (let index = 0; index < 9; index++) {
    const { artifactId } = await upload(agent, reviewId, await png(), { title: `Step ${index}` })
    if (index === 8)
      await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
        geometry: { x: 0.5, y: 0.5 },
        body: 'On the last step.',
      })
  }
  await open(`/reviews/${reviewId}?compare=evidence`)
  const pin = cells(page).getByRole('button', { name: /^Comment 1:/ })
  await expect(pin).toBeAttached()
  await expect(pin).not.toBeInViewport()
  await page.getByRole('complementary', { name: 'Conversation' }).getByText('On the last step.').click()
  await expect(pin).toBeInViewport()
})

test('Back returns to the cell that was opened, on the sheet as it was left', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  for (let index = 1; index <= 13; index++)
    await upload(agent, reviewId, await png(400, 300), { title: `Step ${index}` })
  const sheet = page.getByRole('region', { name: 'All evidence' })
  const scroller = sheet.locator('[data-scroller]')
  const scrollTop = () => scroller.evaluate(each => each.scrollTop)
  await page.setViewportSize({ width: 1440, height: 844 })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage')).toBeVisible()
  await page.keyboard.press('b')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('+')
  await scroller.evaluate(each => each.scrollTo(0, each.scrollHeight))
  const opened = sheet.getByRole('button', { name: 'Open Step 12' })
  await opened.focus()
  let before = 0
  // Until the rows that were scrolled to are measured.
  await expect
    .poll(async () => {
      const last = before
      before = await scrollTop()
      return before > 500 && before === last
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main', { name: 'Stage: Step 12' })).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await page.goBack()
  await expect(opened).toBeFocused()
  await expect.poll(scrollTop).toBe(before)
  await expect(page.getByText('125 %')).toHaveCount(1)
})

const videos = (page: Page) => cells(page).locator('video')
const times = (page: Page) =>
  videos(page).evaluateAll(all => all.map(each => (each as HTMLVideoElement).currentTime))
const playbackOf = (page: Page) => page.getByRole('group', { name: 'Playback' })

const uploadVideo = async (agent: Call, reviewId: string, title: string) =>
  upload(agent, reviewId, await readFile(sample('live.webm')), { kind: 'video', mime: 'video/webm', title })

test('all videos of a sheet play, pause and seek together', async ({ page, agent, reviewId, open }) => {
  for (const title of ['Before', 'After']) await uploadVideo(agent, reviewId, title)
  await open(`/reviews/${reviewId}?compare=evidence`)
  const playback = playbackOf(page)
  await playback.getByRole('slider', { name: 'Position' }).fill('0.5')
  await expect.poll(() => times(page)).toEqual([0.5, 0.5])
  // Of 1.96 seconds: a busy machine may see them only after their end.
  await videos(page).evaluateAll(all =>
    all.forEach(each => each.addEventListener('playing', () => each.setAttribute('data-played', ''))),
  )
  await playback.getByRole('button', { name: 'Play all' }).click()
  await expect(cells(page).locator('video[data-played]')).toHaveCount(2)
  // At its end, playback stops by itself.
  await expect(playback.getByRole('button', { name: 'Play all' })).toBeVisible()
  expect(await videos(page).evaluateAll(all => all.map(each => (each as HTMLVideoElement).paused))).toEqual([
    true,
    true,
  ])
  expect(Math.min(...(await times(page)))).toBeGreaterThan(1.5)

  await playback.getByRole('slider', { name: 'Position' }).fill('1')
  await page.getByRole('button', { name: 'Comment on After' }).click()
  await page.getByRole('textbox', { name: 'Comment on After at 0:01' }).fill('It jumps.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await threadsOf(agent, reviewId)).map(each => [each.kind, each.timestampMs]))
    .toEqual([['timestamp', 1000]])
})

test('the controls of the videos leave with them, and are shown while they play', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await uploadVideo(agent, reviewId, 'Recording')
  for (const title of ['Cart', 'Receipt', 'Account']) await upload(agent, reviewId, await png(), { title })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/reviews/${reviewId}?compare=evidence`)
  const sheet = page.getByRole('region', { name: 'All evidence' })
  const scrollTo = (top: number) =>
    sheet.locator('[data-scroller]').evaluate((each, to) => each.scrollTo(0, to), top)
  await expect(playbackOf(page)).toBeVisible()
  await scrollTo(9999)
  await expect(playbackOf(page)).toBeHidden()
  await page.keyboard.press('l')
  await expect(playbackOf(page)).toBeVisible()
  // They cover nothing of the last cell.
  const [last, bar] = await Promise.all(
    [sheet.getByRole('listitem').last(), playbackOf(page)].map(each => each.boundingBox()),
  )
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await page.keyboard.press('k')
  await expect(playbackOf(page)).toBeHidden()
  await scrollTo(0)
  await expect(playbackOf(page)).toBeVisible()
})

test('a click on a video of a sheet is on its frame, and marks are shown at their time', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await uploadVideo(agent, reviewId, 'Before')
  await uploadVideo(agent, reviewId, 'After')
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.2, y: 0.2, width: 0.3, height: 0.3 },
    timestampMs: 1000,
    endMs: 1500,
    body: 'From one second.',
  })
  await open(`/reviews/${reviewId}?compare=evidence`)
  const position = playbackOf(page).getByRole('slider', { name: 'Position' })
  const pin = cells(page).getByRole('button', { name: /^Comment 1/ })
  await position.fill('0.5')
  await expect.poll(() => times(page)).toEqual([0.5, 0.5])
  await expect(pin).toHaveCount(0)
  await position.fill('1.2')
  await expect(pin).toHaveCount(1)
  await position.fill('0.5')
  await cells(page).nth(1).click()
  await page.getByRole('textbox', { name: 'Comment on After at 0:00.500' }).fill('It jumps.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await threadsOf(agent, reviewId)).map(each => [each.kind, each.timestampMs]))
    .toEqual([
      ['rectangle', 1000],
      ['point', 500],
    ])
  await expect(
    cells(page)
      .nth(1)
      .getByRole('button', { name: /^Comment 2: Point at 50 %/ }),
  ).toBeVisible()
  // The frames of both are sent from here, for agents.
  await expect
    .poll(async () => (await threadsOf(agent, reviewId)).map(each => each.hasFrame))
    .toEqual([true, true])
})

test('a video of a sheet that is loaded late joins the others', async ({ page, agent, reviewId, open }) => {
  await uploadVideo(agent, reviewId, 'Before')
  const release = await holdEvidence(page, await uploadVideo(agent, reviewId, 'After'))
  await open(`/reviews/${reviewId}?compare=evidence`)
  await playbackOf(page).getByRole('slider', { name: 'Position' }).fill('0.5')
  await expect.poll(() => times(page)).toEqual([0.5, 0])
  release()
  await expect.poll(() => times(page)).toEqual([0.5, 0.5])
})

test('its controls are in one row, and its cells are as large as the screen allows', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const group = { variationGroup: 'Header of the cart', route: '/cart' }
  for (const width of [1280, 1024, 800]) {
    const viewport = { width, height: 800 }
    const more = { title: `Cart ${width}`, viewport, ...group }
    const { artifactId } = await upload(agent, reviewId, await png(), more)
    await revise(agent, artifactId, await png(1000, 400))
  }
  const sheet = page.getByRole('region', { name: 'Variations of Header of the cart' })
  const placeOf = async (name: string) => sheet.getByRole('button', { name, exact: true }).boundingBox()
  for (const [width, columns] of [
    [1440, 2],
    [1024, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await open(`/reviews/${reviewId}?compare=variations`)
    await expect(cells(page)).toHaveCount(3)
    const [first, last, close] = [
      await placeOf('Variations'),
      await placeOf('All evidence'),
      await placeOf('Close'),
    ]
    const middle = (box: typeof first) => (box?.y ?? 0) + (box?.height ?? 0) / 2
    expect(middle(last)).toBeCloseTo(middle(first), 0)
    expect(middle(close)).toBeCloseTo(middle(first), 0)
    const tops = await Promise.all([0, 1, 2].map(async n => (await cells(page).nth(n).boundingBox())?.y))
    expect([width, tops.filter(each => each === tops[0]).length]).toEqual([width, columns])
    if (width > 390) await expect(cells(page).last()).toBeInViewport({ ratio: 1 })
  }
})

for (const colorScheme of themes)
  test(`axe finds no violations on a contact sheet, ${colorScheme}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await revisions(agent, reviewId)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await open(`/reviews/${reviewId}?compare=revisions`)
      await expect(cells(page)).toHaveCount(3)
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
  })
