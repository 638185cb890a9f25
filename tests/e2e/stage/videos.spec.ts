import { readFile } from 'node:fs/promises'
import { allFindings } from '../../support/browser/checks/all-findings'
import { boxOf } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { themes } from '../../support/browser/checks/themes'
import { frameShown, isPlaying, seek, stageVideo, timeOf, withoutPosters } from '../../support/browser/video'
import type { ReviewPayload } from '#shared/contract/review'
import { timeLimit } from '../../support/time-limit'
import { sample } from '../../support/media/samples'
import { uploadSampleVideo } from '../../support/reviews/sample-video'
import { upload } from '../../support/reviews/uploads'

for (const colorScheme of themes)
  test(`a person plays, steps and seeks a video, and goes to its comments (${colorScheme})`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const pageErrors = collectPageErrors(page)
    const { artifactId } = await uploadSampleVideo(agent, reviewId)
    for (const timestampMs of [300, 310, 1400])
      await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
        kind: 'timestamp',
        timestampMs,
        body: `At ${timestampMs}.`,
      })
    await open(`/reviews/${reviewId}`)
    await frameShown(page)
    const play = page.getByRole('button', { name: 'Play (Space)' })
    const speed = page.getByLabel('Speed')

    await test.step('Each key press steps one frame, however fast the key is pressed', async () => {
      // The video has 25 frames per second, which its file does not state.
      for (let i = 1; i <= 3; i++) {
        await page.keyboard.press('.')
        await expect.poll(() => timeOf(page)).toBeCloseTo(i / 25, 2)
      }
      for (let i = 0; i < 5; i++) await page.keyboard.press('.')
      await expect.poll(() => timeOf(page)).toBeCloseTo(8 / 25, 2)
      await page.keyboard.press(',')
      await expect.poll(() => timeOf(page)).toBeCloseTo(7 / 25, 2)
    })

    await test.step('J and L play both ways and K pauses, even after the playback bar was used', async () => {
      await page.getByRole('slider', { name: 'Position' }).click({ position: { x: 12, y: 6 } })
      await expect.poll(() => timeOf(page)).toBeLessThan(0.1)
      await page.keyboard.press('l')
      await page.keyboard.press('l')
      await expect(page.getByText('2×', { exact: true }).first()).toBeVisible()
      await expect.poll(() => timeOf(page)).toBeGreaterThan(0.4)
      await page.keyboard.press('k')
      await expect(play).toBeVisible()
      const stood = await timeOf(page)
      await speed.focus()
      await page.keyboard.press('j')
      await expect.poll(() => timeOf(page)).toBeLessThan(stood)
      await page.keyboard.press('j')
      await expect.poll(() => timeOf(page)).toBe(0)
      await expect(play).toBeVisible()
    })

    await test.step('Entering a time seeks the video to that time', async () => {
      const timecode = page.getByRole('button', { name: /go to another time/ })
      await timecode.click()
      const field = page.getByLabel('Go to time')
      await field.fill('1.5x')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.fill('0:01.5')
      await page.keyboard.press('Enter')
      await expect.poll(() => timeOf(page)).toBeCloseTo(1.5, 2)
      await expect(timecode).toBeFocused()
      await expect(page.getByLabel('Comment at 0:01.500')).toBeVisible()
    })

    await test.step('Space loops the video at the chosen speed, even after a click elsewhere', async () => {
      await speed.click()
      await page.getByRole('menuitemradio', { name: '4×' }).click()
      await speed.click()
      await page.getByRole('menuitemcheckbox', { name: 'Loop' }).click()
      await page.getByRole('navigation', { name: 'Evidence' }).getByText('Resize').click()
      await page.keyboard.press(' ')
      await expect.poll(() => timeOf(page)).toBeLessThan(1)
      const isLooping = (video: HTMLVideoElement) => [video.playbackRate, video.loop, video.paused]
      expect(await stageVideo(page).evaluate(isLooping)).toEqual([4, true, false])
    })

    await test.step('Nearby comments share a marker, and each click seeks to another comment', async () => {
      const both = page.getByRole('button', { name: 'Comments 1, 2 from 0:00.300' })
      await both.click()
      await expect.poll(() => timeOf(page)).toBeCloseTo(0.3, 2)
      expect(await isPlaying(page)).toBe(false)
      await expect(both).toHaveText('1 +1')
      await both.click()
      await expect.poll(() => timeOf(page)).toBeCloseTo(0.31, 2)
      await expect(both).toHaveText('1 +1')
      await page.getByRole('button', { name: 'Comment 3 at 0:01.400' }).click()
      await expect.poll(() => timeOf(page)).toBeCloseTo(1.4, 2)
    })

    await test.step('Each comment shows its video frame, and a click on the frame seeks to it', async () => {
      const frames = page.getByRole('button', { name: /^Show the frame at/ })
      await expect(frames).toHaveCount(3)
      await expect
        .poll(() =>
          frames.locator('img').evaluateAll(all => all.map(each => (each as HTMLImageElement).naturalWidth)),
        )
        .toEqual([192, 192, 192])
      await frames.first().click()
      await expect.poll(() => timeOf(page)).toBeCloseTo(0.3, 2)
    })

    await test.step('axe finds no violations on a video on a laptop or a phone', async () => {
      expect(await allFindings(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await allFindings(page)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('A toast covers no button that plays the video', async () => {
      await page.getByRole('list', { name: 'Comments' }).getByText('At 300.').click()
      await page.keyboard.press('t')
      await page.keyboard.press('e')
      const toast = page.locator('[data-toast]').filter({ hasText: 'Comment 2 resolved' })
      await expect(toast).toBeVisible()
      // The toast is centered over the stage, to the right of the list of evidence.
      const middleOf = async (box: typeof toast) => {
        const { x, width } = await boxOf(box)
        return x + width / 2
      }
      const stage = page.getByRole('main', { name: /^Stage/ })
      expect(await middleOf(toast)).toBeCloseTo(await middleOf(stage), 0)
      const { y, height } = await boxOf(toast)
      expect(y + height).toBeLessThanOrEqual((await boxOf(page.getByRole('toolbar'))).y)
      // The clicks on the buttons would time out if the toast covered them.
      await page.getByRole('button', { name: /^Start of a range/ }).click({ timeout: timeLimit(5000) })
      await play.click({ timeout: timeLimit(5000) })
      await expect(toast).toBeVisible()
    })
    expect(pageErrors).toEqual([])
  })

test('videos without posters show their first frame, allow seeking, and are shown upright', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  for (const [title, name, more] of [
    ['Resize', 'plain.mp4', { variationGroup: 'motion' }],
    ['Scroll', 'front.mp4', { variationGroup: 'motion' }],
    ['From a browser', 'browser.webm', {}],
    ['From a phone', 'rotated.mp4', {}],
  ] as const)
    await upload(agent, reviewId, await readFile(sample(name)), {
      kind: 'video',
      mime: name.endsWith('webm') ? 'video/webm' : 'video/mp4',
      title,
      ...more,
    })
  await withoutPosters(page)
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const drawn = (all: (SVGElement | HTMLElement)[]) =>
    all.map(
      each => each instanceof HTMLVideoElement && each.readyState >= 2 && each.videoWidth > 0 && each.paused,
    )
  const card = (name: string) =>
    film.getByRole('button', { name: new RegExp(`^(?:New since your last visit )?${name}$`) })

  await test.step('The list of evidence shows first frames, and the frames cannot be focused', async () => {
    await expect.poll(() => film.locator('video').evaluateAll(drawn)).toEqual([true, true, true, true])
    for (const name of ['Resize', 'Scroll']) await expect(card(name)).toBeVisible()
    await card('Resize').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('VIDEO')
  })

  await test.step('A hint explains how to comment on a video', async () => {
    await expect(
      page.getByText('No open comments on this video. Drag on the video to mark a spot, or write below'),
    ).toBeVisible()
  })

  await test.step('The contact sheet shows the first frames of videos', async () => {
    await page.keyboard.press('b')
    const board = page.getByRole('region', { name: 'Variations of motion' })
    await expect.poll(() => board.locator('video').evaluateAll(drawn)).toEqual([true, true])
    await page.keyboard.press('b')
    await expect(board).toHaveCount(0)
  })

  const video = stageVideo(page)
  await test.step('A video that was recorded by a browser has a duration and allows seeking', async () => {
    await film.getByText('From a browser').click()
    await expect(page.getByRole('main', { name: 'Stage: From a browser' })).toBeVisible()
    await frameShown(page)
    const length = await video.evaluate((element: HTMLVideoElement) => element.duration)
    expect(length).toBeGreaterThan(0.5)
    expect(length).toBeLessThan(60)
    await seek(page, Math.floor(length * 50) / 100)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(length * 0.4)
  })

  await test.step('A rotated video is upright', async () => {
    await film.getByText('From a phone').click()
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]))
      .toEqual([90, 160])
  })
})

test('a video that cannot be played can be downloaded, and a failed load can be retried', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { embedUrl: broken } = await uploadSampleVideo(agent, reviewId)
  const { embedUrl: missing } = await uploadSampleVideo(agent, reviewId, 'Scroll')
  await upload(agent, reviewId, await readFile(sample('hevc-sound.mp4')), {
    kind: 'video',
    mime: 'video/mp4',
    title: 'Sound',
  })
  const pathOf = (address: string | null) => new URL(address ?? '').pathname
  await page.route(
    url => url.pathname === pathOf(broken),
    route => route.fulfill({ body: 'No video.', contentType: 'video/webm' }),
  )
  await page.route(
    url => url.pathname === pathOf(missing),
    route => route.fulfill({ status: 503 }),
  )
  await open(`/reviews/${reviewId}`)

  await test.step('A video that the browser cannot play can be downloaded', async () => {
    const failure = page.getByRole('alert').filter({ hasText: "This browser can't play the video." })
    await expect(failure).toBeVisible()
    const started = page.waitForEvent('download')
    await failure.getByRole('button', { name: 'Download original' }).click()
    await started
  })

  await test.step('A failed video is retried by a button and when the browser is online again', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Scroll' })).toBeVisible()
    const failure = page.getByRole('alert').filter({ hasText: "Couldn't load the video." })
    await expect(failure).toBeVisible()
    const unusable = page.locator('[inert]').getByRole('button', { name: 'Play (Space)' })
    await expect(unusable).toHaveCount(1)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toBeVisible()
    await page.unrouteAll()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await frameShown(page)
    await expect(failure).toHaveCount(0)
    await expect(unusable).toHaveCount(0)
  })

  await test.step('A video of which the browser can play only the sound can be downloaded', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Sound' })).toBeVisible()
    const failure = page.getByRole('alert').filter({ hasText: "This browser can't play the video." })
    await expect(failure.getByRole('button', { name: 'Download original' })).toBeVisible()
  })
})

test('the first member who opens a video without a poster sends one, which Markdown then shows', async ({
  person,
  agent,
  reviewId,
  open,
  page,
}) => {
  const { artifactId } = await uploadSampleVideo(agent, reviewId)
  const shown = async () =>
    (await person.call<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.find(
      each => each.id === artifactId,
    )
  expect((await shown())?.currentRevision?.posterUrl).toBeNull()
  await open(`/reviews/${reviewId}`)
  await frameShown(page)
  await expect.poll(async () => (await shown())?.currentRevision?.posterUrl).toBeTruthy()
  const found = await shown()
  // The stage shows the frame itself, without the play mark of the poster.
  await expect.poll(async () => (await shown())?.currentRevision?.posterIsFrame).toBe(true)
  await page.reload()
  await frameShown(page)
  await expect(page.locator('video')).not.toHaveAttribute('poster')
  expect(found?.markdown).toContain(`](${found?.currentRevision?.posterUrl})]`)
})
