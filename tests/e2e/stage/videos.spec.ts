import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { upload, type Call, type Person } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { sample } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

/** Creates a video of two seconds with comments at these milliseconds. */
async function film(person: Person, agent: Call, reviewId: string, ...moments: number[]) {
  const { artifactId } = await upload(agent, reviewId, await readFile(sample('live.webm')), {
    kind: 'video',
    mime: 'video/webm',
    title: 'Resize',
  })
  for (const timestampMs of moments)
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs,
      body: `At ${timestampMs}.`,
    })
}

const timeOf = (page: Page) =>
  page.locator('main video').evaluate((video: HTMLVideoElement) => video.currentTime)
const ready = (page: Page) =>
  expect
    .poll(() => page.locator('main video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBeGreaterThan(1)

test('a person steps by frames, plays both ways with J, K and L, and pauses', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await film(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await ready(page)
  // The file does not state its 25 frames per second. Still, every press shows the next frame, however fast.
  for (let i = 1; i <= 3; i++) {
    await page.keyboard.press('.')
    await expect.poll(() => timeOf(page)).toBeCloseTo(i / 25, 2)
  }
  for (let i = 0; i < 5; i++) await page.keyboard.press('.')
  await expect.poll(() => timeOf(page)).toBeCloseTo(8 / 25, 2)
  await page.keyboard.press(',')
  await expect.poll(() => timeOf(page)).toBeCloseTo(7 / 25, 2)

  await page.keyboard.press('l')
  await page.keyboard.press('l')
  await expect(page.getByText('2×', { exact: true }).first()).toBeVisible()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5)
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play (Space)' })).toBeVisible()
  const stood = await timeOf(page)
  await page.keyboard.press('j')
  await expect.poll(() => timeOf(page)).toBeLessThan(stood)
  await expect.poll(() => timeOf(page)).toBe(0)
  await expect(page.getByRole('button', { name: 'Play (Space)' })).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('shortcuts work after the time bar, the speed or a comment was pressed', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await film(person, agent, reviewId, 400)
  await open(`/reviews/${reviewId}`)
  await ready(page)
  const playing = () => page.locator('main video').evaluate((video: HTMLVideoElement) => !video.paused)
  await page.getByRole('slider', { name: 'Position' }).click({ position: { x: 12, y: 6 } })
  await page.keyboard.press('l')
  await expect.poll(playing).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(playing).toBe(false)
  await page.getByLabel('Speed').selectOption('0.5')
  await page.getByLabel('Speed').focus()
  await page.keyboard.press('l')
  await expect.poll(playing).toBe(true)
  await page.keyboard.press('k')
  await page.getByRole('list', { name: 'Comments' }).getByText('At 400.').click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(0.4, 2)
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Resize').click()
  await page.keyboard.press(' ')
  await expect.poll(playing).toBe(true)
})

test('a toast covers no button that plays the video', async ({ page, person, agent, reviewId, open }) => {
  await film(person, agent, reviewId, 500)
  await open(`/reviews/${reviewId}`)
  await ready(page)
  await page.keyboard.press('t')
  await page.keyboard.press('e')
  await expect(page.getByText('Comment 1 resolved')).toBeVisible()
  // In the middle of the stage, beside the list of evidence.
  const [toast, stage] = await Promise.all(
    [page.locator('[data-toast]'), page.getByRole('main', { name: /^Stage/ })].map(each =>
      each.boundingBox(),
    ),
  )
  const middle = (box: typeof toast) => (box?.x ?? 0) + (box?.width ?? 0) / 2
  expect(middle(toast ?? null)).toBeCloseTo(middle(stage ?? null), 0)
  const toolbar = await page.getByRole('toolbar').boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(toolbar?.y ?? 0)
  // A click on a covered button would time out.
  await page.getByRole('button', { name: /^Next frame/ }).click({ timeout: 5000 })
  await page.getByRole('button', { name: /^Play/ }).click({ timeout: 5000 })
  await expect(page.getByText('Comment 1 resolved')).toBeVisible()
})

test('a person seeks to a typed time, and sets speed and loop', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await film(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await ready(page)
  await page.getByRole('button', { name: /go to another time/ }).click()
  await page.getByLabel('Go to time').fill('1.5x')
  await expect(page.getByLabel('Go to time')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Go to time').fill('0:01.5')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeOf(page)).toBeCloseTo(1.5, 2)
  await expect(page.getByRole('button', { name: /go to another time/ })).toBeFocused()
  await expect(page.getByLabel('Comment at 0:01.500')).toBeVisible()
  await page.getByLabel('Speed').selectOption('4')
  await page.getByRole('button', { name: 'Loop' }).click()
  await page.getByRole('button', { name: 'Play (Space)' }).click()
  expect(
    await page.locator('main video').evaluate((video: HTMLVideoElement) => [video.playbackRate, video.loop]),
  ).toEqual([4, true])
  await expect.poll(() => timeOf(page)).toBeLessThan(1)
})

test('nearby comments share a marker that steps through them, and each shows its frame', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await film(person, agent, reviewId, 300, 310, 1400)
  await open(`/reviews/${reviewId}`)
  await ready(page)
  const both = page.getByRole('button', { name: 'Comments 1, 2 from 0:00.300' })
  await both.click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(0.3, 2)
  await both.click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(0.31, 2)
  await page.getByRole('button', { name: 'Comment 3 at 0:01.400' }).click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(1.4, 2)

  const frames = page.getByRole('button', { name: /^Show the frame at/ })
  await expect(frames).toHaveCount(3)
  await expect(frames.locator('img')).toHaveCount(3)
  await expect
    .poll(() =>
      frames.locator('img').evaluateAll(all => all.map(each => (each as HTMLImageElement).naturalWidth)),
    )
    .toEqual([192, 192, 192])
  await frames.first().click()
  await expect.poll(() => timeOf(page)).toBeCloseTo(0.3, 2)
})

test("a browser's video has a duration and can be sought, and a rotated one is upright", async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await readFile(sample('browser.webm')), {
    kind: 'video',
    mime: 'video/webm',
    title: 'From a browser',
  })
  await upload(agent, reviewId, await readFile(sample('rotated.mp4')), {
    kind: 'video',
    mime: 'video/mp4',
    title: 'From a phone',
  })
  await open(`/reviews/${reviewId}`)
  const video = page.locator('main video')
  const film = page.getByRole('navigation', { name: 'Evidence' })
  await film.getByText('From a browser').click()
  await ready(page)
  const length = await video.evaluate((element: HTMLVideoElement) => element.duration)
  expect(length).toBeGreaterThan(0.5)
  expect(length).toBeLessThan(60)
  await page.getByRole('slider', { name: 'Position' }).fill(String(Math.floor(length * 50) / 100))
  await expect.poll(() => timeOf(page)).toBeGreaterThan(length * 0.4)
  await film.getByText('From a phone').click()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]))
    .toEqual([90, 160])
})

test('a video without a poster shows its first frame, and a hint how to comment', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  for (const [title, name] of [
    ['Resize', 'plain.mp4'],
    ['Scroll', 'front.mp4'],
  ] as const)
    await upload(agent, reviewId, await readFile(sample(name)), {
      kind: 'video',
      mime: 'video/mp4',
      title,
      variationGroup: 'motion',
    })
  await open(`/reviews/${reviewId}`)
  const cards = page.getByRole('navigation', { name: 'Evidence' }).locator('video')
  await expect(cards).toHaveCount(2)
  const drawn = (all: (SVGElement | HTMLElement)[]) =>
    all.map(
      each => each instanceof HTMLVideoElement && each.readyState >= 2 && each.videoWidth > 0 && each.paused,
    )
  await expect.poll(() => cards.evaluateAll(drawn)).toEqual([true, true])
  for (const name of ['Resize', 'Scroll'])
    await expect(
      page
        .getByRole('navigation', { name: 'Evidence' })
        .getByRole('button', { name: new RegExp(`^(?:New since your last visit )?${name}$`) }),
    ).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Evidence' })
    .getByRole('button', { name: /^(?:New since your last visit )?Resize$/ })
    .focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('VIDEO')
  await expect(
    page.getByText('No open comments on this video. Drag on the video to mark a spot, or write below'),
  ).toBeVisible()
  await page.keyboard.press('b')
  const board = page.getByRole('region', { name: 'Variations of motion' })
  await expect.poll(() => board.locator('video').evaluateAll(drawn)).toEqual([true, true])
})

for (const colorScheme of themes) {
  test(`axe finds no violations on a review with a video, ${colorScheme}`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await film(person, agent, reviewId, 300, 310, 1400)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await open(`/reviews/${reviewId}`)
      await ready(page)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(each => `${each.id}: ${each.nodes[0]?.target}`)).toEqual([])
    }
  })
}

test('a video whose server does not respond is loaded again, by a button and when online again', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await film(person, agent, reviewId)
  await page.route('**/e/**', route => route.fulfill({ status: 503 }))
  await open(`/reviews/${reviewId}`)
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load the video." })
  await expect(failure).toBeVisible()
  const unusable = page.locator('[inert]').getByRole('button', { name: 'Play (Space)' })
  await expect(unusable).toHaveCount(1)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()
  await page.unrouteAll()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await ready(page)
  await expect(failure).toHaveCount(0)
  await expect(unusable).toHaveCount(0)
})

test('a video that the browser cannot play can be downloaded', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await film(person, agent, reviewId)
  await page.route('**/e/**', route => route.fulfill({ body: 'No video.', contentType: 'video/webm' }))
  await open(`/reviews/${reviewId}`)
  const failure = page.getByRole('alert').filter({ hasText: "This browser can't play the video." })
  await expect(failure).toBeVisible()
  const started = page.waitForEvent('download')
  await failure.getByRole('button', { name: 'Download original' }).click()
  await started
})
