import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import { boxOf, compared } from '../../support/browser/comparison'
import { sendInCard, verdictButton } from '../../support/browser/verdict-card'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { drag, expandTools } from '../../support/browser/stage'
import { framePoints, isPlaying, seek, stageVideo } from '../../support/browser/video'
import { markMoment, uploadSampleVideoTwice } from '../../support/reviews/sample-video'
import { newShareLink } from '../../support/reviews/share'
import { threadsOf } from '../../support/reviews/review'

const tools = (page: Page) => page.getByRole('toolbar', { name: 'Tools' })

test('a video can be moved and zoomed, shows marks at their video times, and has compare buttons', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await uploadSampleVideoTwice(agent, reviewId)
  await markMoment(person, artifactId, {
    timestampMs: 1200,
    geometry: { x: 0.9, y: 0.9, width: 0.05, height: 0.05 },
  })
  await markMoment(person, artifactId, {
    timestampMs: 1000,
    endMs: 1400,
    geometry: { x: 0.1, y: 0.1, width: 0.05, height: 0.05 },
  })
  await open(`/reviews/${reviewId}`)
  await framePoints(page)
  const video = stageVideo(page)
  const whole = await boxOf(video)
  const moment = page.getByRole('button', { name: /^Comment 1: Rectangle/ })

  await test.step('A mark is shown only at its video time or during its range', async () => {
    const range = page.getByRole('button', { name: /^Comment 2: Rectangle/ })
    for (const [seconds, isAtMoment, isInRange] of [
      [0.9, false, false],
      [1, false, true],
      [1.2, true, true],
      [1.4, false, true],
      [1.5, false, false],
    ] as const) {
      await seek(page, seconds)
      await expect(range).toBeVisible({ visible: isInRange })
      await expect(moment).toBeVisible({ visible: isAtMoment })
    }
    await expect(page.getByText('at 0:01.000–0:01.400', { exact: true })).toBeVisible()
  })

  await test.step('A zoomed video can be moved, and opening a comment scrolls to its mark', async () => {
    const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.keyboard.press('h')
    for (let i = 0; i < 8; i++) await page.keyboard.press('+')
    await expect.poll(async () => (await boxOf(video)).width).toBeGreaterThan(5 * whole.width)
    const zoomed = await boxOf(video)
    await drag(page, middle, { x: middle.x + 100, y: middle.y + 100 })
    await expect.poll(async () => (await boxOf(video)).x).toBeCloseTo(zoomed.x + 100, 0)
    expect(await isPlaying(page)).toBe(false)
    // The first press selects the comment on the range, which begins earlier, so the key is pressed twice.
    await page.keyboard.press('t')
    await page.keyboard.press('t')
    await expect(moment).toBeInViewport()
    expect((await boxOf(video)).width).toBeCloseTo(zoomed.width, 0)
    await tools(page).getByRole('button', { name: /^Zoom/ }).click()
    await page.getByRole('menuitem', { name: 'Zoom to fit' }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect.poll(() => boxOf(video)).toEqual(whole)
    await page.keyboard.press('v')
  })

  await test.step('The notice of an older revision is above the video and does not cover it', async () => {
    await page.keyboard.press('[')
    const notice = page.getByTestId('stage-notice')
    await expect(notice).toContainText('Viewing r1 of 2')
    await expect(video).toBeVisible()
    const box = await boxOf(notice)
    expect(box.y + box.height).toBeLessThanOrEqual((await boxOf(video)).y)
    await page.keyboard.press(']')
    await expect(notice).toHaveCount(0)
    await expect.poll(() => boxOf(video)).toEqual(whole)
  })

  await test.step('The toolbar of a video compares two revisions and opens the contact sheet', async () => {
    await expect(tools(page).getByRole('button', { name: 'More tools' })).toBeHidden()
    await tools(page).getByRole('button', { name: 'Compare' }).click()
    for (const [name, mode] of [
      ['Side by side (S)', 'side-by-side'],
      ['Onion skin (O)', 'onion-skin'],
      ['Swipe (W)', 'swipe'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await expect(compared(page)).toHaveAttribute('data-mode', mode)
    }
    await page.getByRole('button', { name: 'Close comparison (Esc)' }).click()
    await expect(compared(page)).toHaveCount(0)
    await tools(page).getByRole('button', { name: /^Zoom/ }).click()
    await page.getByRole('menuitem', { name: 'Contact sheet' }).click()
    await expect(page.getByRole('region', { name: 'Revisions of Resize' }).locator('video')).toHaveCount(2)
  })
})

test('a visitor of a share link can play a video, see its marks and compare its revisions', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await uploadSampleVideoTwice(agent, reviewId)
  await markMoment(person, artifactId, { timestampMs: 1000, endMs: 1400 })
  const { url } = await newShareLink(person.call, reviewId)
  await page.context().clearCookies()
  await open(new URL(url).pathname)
  const at = await framePoints(page)
  await seek(page, 1.2)
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
  expect(
    await tools(page)
      .getByRole('button')
      .evaluateAll(all => all.map(each => each.ariaLabel)),
  ).toEqual(['Compare (S)', expect.stringMatching(/^Zoom \d+%$/)])
  const corner = await at(0.9, 0.9)
  await page.getByLabel('Speed').click()
  await page.getByRole('menuitemcheckbox', { name: 'Loop' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.mouse.click(corner.x, corner.y)
  await expect.poll(() => isPlaying(page)).toBe(true)
  await tools(page).getByRole('button', { name: 'Compare' }).click()
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
})

test.describe('a video works on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('on a phone, a tap plays a video, a finger draws on it, and its tools fit the screen', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await uploadSampleVideoTwice(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    const more = page.getByRole('button', { name: 'More tools' })

    await test.step('On a phone, a hint names the tool that marks; no button covers the video', async () => {
      await expect(page.getByText('Choose Rectangle in the tools to mark a spot, or write')).toBeVisible()
      await framePoints(page)
      const button = page.getByRole('button', { name: 'Tools', exact: true })
      const [shown, pencil] = [await boxOf(stageVideo(page)), await boxOf(button)]
      expect(pencil.y).toBeGreaterThanOrEqual(shown.y + shown.height)
      await page.locator('[data-composer]').focus()
      await expect(button).toBeHidden()
      await page.locator('[data-composer]').blur()
      await expect(button).toBeVisible()
    })

    await test.step('An expanded conversation leaves room for a video and one row of controls', async () => {
      await framePoints(page)
      // On a higher screen, the conversation without comments leaves room for two rows of controls.
      await page.setViewportSize({ width: 390, height: 500 })
      await page.getByRole('button', { name: 'Expand conversation' }).tap()
      await expect(tools(page)).toBeHidden()
      const bar = page.getByRole('group', { name: 'Playback' })
      await expect.poll(async () => (await boxOf(bar)).height).toBe(44)
      const stage = await boxOf(page.locator('.stage-area'))
      await expect.poll(async () => (await boxOf(stageVideo(page))).height).toBe(stage.height - 44)
      expect((await boxOf(stageVideo(page))).height).toBeGreaterThan(90)
      expect((await boxOf(bar.getByRole('slider', { name: 'Position' }))).width).toBeGreaterThan(100)
      expect((await boxOf(bar)).width).toBe(390)
      await expect(bar.getByRole('button', { name: 'Play (Space)' })).toBeInViewport({ ratio: 1 })
      expect(await findings(page)).toEqual([])
      await page.getByRole('button', { name: 'Shrink conversation' }).tap()
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByRole('button', { name: 'Tools', exact: true })).toBeVisible()
    })

    await test.step('A tap plays or pauses a video, and a finger draws with a drawing tool', async () => {
      const at = await framePoints(page)
      const middle = await at(0.5, 0.5)
      await page.touchscreen.tap(middle.x, middle.y)
      await expect.poll(() => isPlaying(page)).toBe(true)
      // The taps are not at the same place, because two quick taps at one place zoom.
      const other = await at(0.2, 0.2)
      await page.touchscreen.tap(other.x, other.y)
      await expect.poll(() => isPlaying(page)).toBe(false)
      await page.getByRole('button', { name: 'Tools', exact: true }).tap()
      await page.getByRole('button', { name: 'Point (P)' }).tap()
      await page.touchscreen.tap(middle.x, middle.y)
      await page.getByLabel(/^Comment on this spot at /).fill('Here.')
      await page.getByRole('button', { name: 'Send' }).first().tap()
      await expect.poll(() => threadsOf(agent, reviewId)).toMatchObject([{ kind: 'point', comment: 'Here.' }])
    })

    await test.step('A toast is shown above the controls of a video', async () => {
      await page.getByRole('button', { name: 'Close the tools' }).tap()
      await commentItem(page, 'Here.').getByRole('button', { name: 'Resolve' }).tap()
      const toast = page.locator('[data-toast]').filter({ hasText: 'Comment 1 resolved' })
      await expect(toast).toBeVisible()
      const bar = page.getByRole('group', { name: 'Playback' })
      const [message, controls] = [await boxOf(toast), await boxOf(bar)]
      expect(message.y + message.height).toBeLessThanOrEqual(controls.y)
      await toast.getByRole('button', { name: 'Undo' }).tap()
      await expect(toast).toHaveCount(0)
      await page.getByRole('button', { name: 'Tools', exact: true }).tap()
    })

    for (const [width, height] of [
      [390, 844],
      [360, 740],
      [320, 640],
    ] as const)
      await test.step(`A video’s toolbar is one row of large buttons at ${width} × ${height}`, async () => {
        await page.setViewportSize({ width, height })
        const buttons = tools(page).getByRole('button')
        await expect(buttons).toHaveCount(width < 375 ? 6 : 8)
        const boxes = () => buttons.evaluateAll(all => all.map(each => each.getBoundingClientRect().toJSON()))
        const isOut = (box: DOMRect) => box.width < 44 || box.height < 44 || box.x < 0 || box.right > width
        await expect.poll(async () => (await boxes()).filter(isOut)).toEqual([])
        expect(new Set((await boxes()).map(box => box.y)).size).toBe(1)
        await more.tap()
        const items = page.getByRole('menuitem')
        await expect(items).toHaveText([
          'Start of a range',
          'End of a range',
          'Zoom to fit',
          'Compare',
          'Contact sheet',
        ])
        for (const name of ['Start of a range', 'Contact sheet'])
          await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 })
        if (width > 320) {
          await page.keyboard.press('Escape')
          return expect(items).toHaveCount(0)
        }
        await page.getByRole('menuitem', { name: 'Start of a range' }).tap()
        await expect(page.getByTestId('ranges').locator('span')).toHaveCount(1)
        // The menu at the lower edge would cover a part of the controls.
        expect(await findings(page)).toEqual([])
        await more.tap()
        await page.getByRole('menuitem', { name: 'Clear the range' }).tap()
        await expect(page.getByTestId('ranges').locator('span')).toHaveCount(0)
        await more.tap()
        await page.getByRole('menuitem', { name: 'Compare' }).tap()
        await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
      })

    await test.step('Compared videos are fully visible next to an expanded conversation', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.keyboard.press('s')
      await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
      await page.getByRole('button', { name: 'Expand conversation' }).tap()
      await expect(page.getByRole('toolbar')).toBeHidden()
      const stage = await boxOf(page.locator('.stage-area'))
      const videos = compared(page).locator('video')
      await expect(videos).toHaveCount(2)
      for (const video of await videos.all()) {
        await expect.poll(async () => (await boxOf(video)).y).toBeGreaterThanOrEqual(stage.y)
        await expect
          .poll(async () => {
            const box = await video.boundingBox()
            return (box?.y ?? 0) + (box?.height ?? Infinity)
          })
          .toBeLessThanOrEqual(stage.y + stage.height - 44)
        // The hidden toolbar leaves its space to the videos.
        await expect.poll(async () => (await boxOf(video)).height).toBeGreaterThan(80)
      }
    })
  })
})

test.describe('a video works on a phone in landscape', () => {
  test.use({ hasTouch: true, viewport: { width: 844, height: 390 } })

  test('on a phone in landscape the toolbar is next to the video, and no toast covers it', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await uploadSampleVideoTwice(agent, reviewId)
    await open(`/reviews/${reviewId}`)

    await test.step('the video has most of the height of the stage while tools are collapsed', async () => {
      await expect(page.getByRole('button', { name: 'Tools', exact: true })).toBeVisible()
      await expect(tools(page)).toBeHidden()
      const stage = await boxOf(page.locator('.stage-area'))
      // The line above the stage is 48 pixels high.
      expect(stage.height).toBe(342)
      await expect.poll(async () => (await boxOf(stageVideo(page))).height).toBeGreaterThan(342 * 0.75)
      const time = page.getByRole('group', { name: 'Playback' }).getByRole('slider').first()
      expect((await boxOf(time)).width).toBeGreaterThan(200)
    })

    await test.step('The tools are next to the video and above its controls', async () => {
      await expandTools(page)
      await expect(tools(page)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Tools', exact: true })).toHaveCount(0)
      await expect
        .poll(async () => {
          const [shown, bar] = [await boxOf(stageVideo(page)), await boxOf(tools(page))]
          return bar.x + bar.width - shown.x
        })
        .toBeLessThanOrEqual(0)
      const bar = await boxOf(tools(page))
      const playback = await boxOf(page.getByRole('group', { name: 'Playback' }))
      expect(bar.y + bar.height).toBeLessThanOrEqual(playback.y)
      for (const button of await tools(page).getByRole('button').all())
        await expect(button).toBeInViewport({ ratio: 1 })
      expect(await findings(page)).toEqual([])
    })

    await test.step('A toast covers neither the tools nor the labels of a comparison', async () => {
      for (const [key, choice, free] of [
        ['', 'Request changes', tools(page)],
        ['s', 'Verify', compared(page).getByTestId('compare-tag').first()],
      ] as const) {
        if (key) await page.keyboard.press(key)
        await expect(free).toBeVisible()
        await verdictButton(page).click()
        await sendInCard(page, choice)
        const shown = page.locator('[data-toast]').filter({ hasText: 'erdict: ' })
        await expect(shown).toBeVisible()
        const [toast, box] = [await boxOf(shown), await boxOf(free)]
        const isBeside = toast.x + toast.width <= box.x || toast.x >= box.x + box.width
        expect(isBeside || toast.y + toast.height <= box.y).toBe(true)
      }
    })
  })
})
