import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { revise, upload, type Call } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { sample } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'

const file = () => readFile(sample('live.webm'))

/** Creates a video with two revisions. */
async function twice(agent: Call, reviewId: string) {
  const video = { kind: 'video', mime: 'video/webm', title: 'Resize' }
  const { artifactId } = await upload(agent, reviewId, await file(), video)
  await revise(agent, artifactId, await file(), { mime: 'video/webm' })
  return artifactId
}

const compared = (page: Page) => page.getByTestId('compare')
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Tools' })

/** The box of what shows the video. */
async function videoBox(page: Page) {
  const box = await page.getByTestId('stage').locator('video').boundingBox()
  if (!box) throw new Error('There is no video.')
  return box
}

test('the toolbar of a video with two revisions compares them and opens their contact sheet', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(tools(page).getByRole('button', { name: 'More tools' })).toBeHidden()
  for (const [name, mode] of [
    ['Side by side (S)', 'side-by-side'],
    ['Swipe (W)', 'swipe'],
    ['Onion skin (O)', 'onion-skin'],
  ] as const) {
    await tools(page).getByRole('button', { name }).click()
    await expect(compared(page)).toHaveAttribute('data-mode', mode)
    await page.getByRole('button', { name: 'Close comparison (Esc)' }).click()
    await expect(compared(page)).toHaveCount(0)
  }
  await tools(page).getByRole('button', { name: 'Contact sheet (B)' }).click()
  await expect(page.getByRole('region', { name: 'Revisions of Resize' }).locator('video')).toHaveCount(2)
})

test('a visitor of a share link compares the revisions of a video by its toolbar', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await twice(agent, reviewId)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto((await newShareLink(person.call, reviewId)).url)
  await page.waitForSelector('html[data-hydrated]')
  await expect(tools(page).getByRole('button')).toHaveCount(8)
  await tools(page).getByRole('button', { name: 'Swipe (W)' }).click()
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  await context.close()
})

test('a toast on a phone in landscape covers no tools', async ({ page, agent, reviewId, open }) => {
  const artifactId = await twice(agent, reviewId)
  await page.setViewportSize({ width: 844, height: 390 })
  const verdict = page.getByRole('group', { name: 'Verdict' })
  for (const [path, choice, free] of [
    ['', 'Changes requested', tools(page)],
    ['?compare=side-by-side', 'In review', compared(page).getByText('r1', { exact: true })],
  ] as const) {
    await open(`/reviews/${reviewId}${path}#${artifactId}`)
    await expect(free).toBeVisible()
    await verdict.getByRole('button', { name: choice }).click()
    const toast = await page.locator('[data-toast]').boundingBox()
    const box = await free.boundingBox()
    const [right, bottom] = [(toast?.x ?? 0) + (toast?.width ?? 0), (toast?.y ?? 0) + (toast?.height ?? 0)]
    const isBeside = right <= (box?.x ?? 0) || (toast?.x ?? 0) >= (box?.x ?? 0) + (box?.width ?? 0)
    expect(isBeside || bottom <= (box?.y ?? 0)).toBe(true)
  }
})

test('the notice of other revisions is above a video', async ({ page, agent, reviewId, open }) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(page.locator('main video')).toBeVisible()
  const alone = await videoBox(page)
  await page.keyboard.press('[')
  const notice = page.getByTestId('stage-notice')
  await expect(notice).toContainText('Viewing r1 of 2')
  await expect(page.locator('main video')).toBeVisible()
  const [box, shown] = [await notice.boundingBox(), await videoBox(page)]
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(shown.y)
  await page.keyboard.press(']')
  await expect(notice).toHaveCount(0)
  await expect.poll(() => videoBox(page)).toEqual(alone)
})

for (const [width, height] of [
  [390, 844],
  [360, 740],
  [320, 640],
] as const)
  test.describe(`on a phone of ${width} × ${height}`, () => {
    test.use({ hasTouch: true, viewport: { width, height } })

    test('the toolbar is one row of large buttons, the last of which opens a menu with the rest', async ({
      page,
      agent,
      reviewId,
      open,
    }) => {
      await twice(agent, reviewId)
      await open(`/reviews/${reviewId}`)
      const buttons = tools(page).getByRole('button')
      await expect(buttons).toHaveCount(7)
      const boxes = await Promise.all((await buttons.all()).map(each => each.boundingBox()))
      expect(new Set(boxes.map(box => box?.y)).size).toBe(1)
      expect(boxes.filter(box => !box || box.width < 44 || box.height < 44)).toEqual([])
      expect(boxes.filter(box => !box || box.x < 0 || box.x + box.width > width)).toEqual([])

      const more = page.getByRole('button', { name: 'More tools' })
      await more.tap()
      await expect(page.getByRole('menuitem')).toHaveText([
        'Start of a range',
        'End of a range',
        'Zoom to fit',
        'Side by side',
        'Swipe',
        'Onion skin',
        'Contact sheet',
      ])
      await page.getByRole('menuitem', { name: 'Start of a range' }).tap()
      await expect(page.getByTestId('ranges').locator('span')).toHaveCount(1)
      await more.tap()
      expect(await findings(page)).toEqual([])
      await page.getByRole('menuitem', { name: 'Clear the range' }).tap()
      await expect(page.getByTestId('ranges').locator('span')).toHaveCount(0)
      await more.tap()
      await page.getByRole('menuitem', { name: 'Swipe' }).tap()
      await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
    })
  })

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a large conversation leaves the video and one row to play it', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await twice(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await expect(tools(page)).toBeVisible()
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await expect(tools(page)).toBeHidden()
    const bar = page.getByRole('group', { name: 'Playback' })
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(44)
    const stage = await page.locator('.stage-area').boundingBox()
    await expect.poll(async () => (await videoBox(page)).height).toBe((stage?.height ?? 0) - 44)
    expect((await videoBox(page)).height).toBeGreaterThan(90)
    const slider = await bar.getByRole('slider', { name: 'Position' }).boundingBox()
    expect(slider?.width).toBeGreaterThan(100)
    expect((await bar.boundingBox())?.width).toBe(390)
    await expect(bar.getByRole('button', { name: 'Play (Space)' })).toBeInViewport({ ratio: 1 })
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Shrink conversation' }).tap()
    await expect(tools(page)).toBeVisible()
  })

  test('a comparison of videos is shown beside a large conversation', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await twice(agent, reviewId)
    await open(`/reviews/${reviewId}?compare=side-by-side`)
    const videos = compared(page).locator('video')
    await expect(videos).toHaveCount(2)
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await expect(page.getByRole('toolbar')).toBeHidden()
    const stage = await page.locator('.stage-area').boundingBox()
    const bottom = (stage?.y ?? 0) + (stage?.height ?? 0) - 44
    for (const video of await videos.all()) {
      await expect.poll(async () => (await video.boundingBox())?.y).toBeGreaterThanOrEqual(stage?.y ?? 0)
      await expect
        .poll(async () => {
          const box = await video.boundingBox()
          return (box?.y ?? 0) + (box?.height ?? Infinity)
        })
        .toBeLessThanOrEqual(bottom)
    }
  })
})

test.describe('on a phone in landscape', () => {
  test.use({ hasTouch: true, viewport: { width: 844, height: 390 } })

  test('the toolbar is beside the video, which has most of the height', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await twice(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await expect(tools(page)).toBeVisible()
    const stage = await page.locator('.stage-area').boundingBox()
    const [shown, bar] = [await videoBox(page), await tools(page).boundingBox()]
    expect(shown.height).toBeGreaterThan((stage?.height ?? Infinity) * 0.75)
    expect((bar?.x ?? 0) + (bar?.width ?? Infinity)).toBeLessThanOrEqual(shown.x)
    const playback = await page.getByRole('group', { name: 'Playback' }).boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? Infinity)).toBeLessThanOrEqual(playback?.y ?? 0)
    for (const button of await tools(page).getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 })
    expect(await findings(page)).toEqual([])
  })
})
