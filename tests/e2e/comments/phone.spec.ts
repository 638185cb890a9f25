import type { Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { upload, type Call } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1000, height = 500) => pngImage(width, height)

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

const item = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

const spotField = (page: Page) => page.getByLabel('Comment on this spot')

const write = async (agent: Call, artifactId: string, body: string) =>
  (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  ).body

const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review.status

/** Taps the image at fractions of it. */
async function press(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('The stage shows no image.')
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  await (how === 'click' ? page.mouse.click(left, top) : page.touchscreen.tap(left, top))
}

/** Drags one finger, and pauses before lifting it: Chromium takes a tap after a flick for its end. */
async function swipe(page: Page, ...points: [x: number, y: number][]) {
  const devtools = await page.context().newCDPSession(page)
  for (const [index, [x, y]] of points.entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y, id: 0 }],
    })
  await page.waitForTimeout(200)
  await devtools.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: points.slice(-1).map(([x, y]) => ({ x, y, id: 0 })),
  })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap opens the form of a comment and focuses it, and the sent comment is listed', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await press(page, 0.5, 0.5, 'tap')
    await expect(spotField(page)).toBeFocused()
    await page.keyboard.type('By touch, yes')
    await page.getByRole('button', { name: 'Send' }).tap()
    await expect(item(page, 'By touch, yes')).toBeVisible()
    expect(await statusOf(agent, reviewId)).toBe('open')
  })

  test('a comment that is written on the stage or on a contact sheet leaves its mark in view', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png(1000, 600))
    await upload(agent, reviewId, await png(1000, 600))
    const talk = page.getByRole('complementary', { name: 'Conversation' })
    const heightOf = async () => (await talk.boundingBox())?.height ?? 0
    for (const [path, image] of [
      ['', page.getByTestId('stage').locator('img')],
      ['?compare=evidence', page.getByTestId('sheet-cell').first().locator('img')],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await open(`/reviews/${reviewId}${path}`)
      await expect(image).toBeVisible()
      const before = await image.boundingBox()
      if (!before) throw new Error('There is no image.')
      await page.touchscreen.tap(before.x + before.width / 2, before.y + before.height / 2)
      await expect(spotField(page)).toBeFocused()
      await expect.poll(heightOf).toBeLessThan(110)
      // An on-screen keyboard opens.
      await page.setViewportSize({ width: 390, height: 480 })
      const form = page.locator('main [data-comment-form]')
      await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
      await expect(async () => {
        const [shown, stage, over] = await Promise.all([
          image.boundingBox(),
          page.getByRole('main', { name: /^Stage/ }).boundingBox(),
          form.boundingBox(),
        ])
        if (!shown || !stage || !over) throw new Error('There is no box.')
        const mark = shown.y + shown.height / 2
        expect(mark).toBeGreaterThan(stage.y + 41)
        const tools = page.locator('main').getByRole('toolbar', { name: 'Tools' })
        const bar = (await tools.isVisible()) ? await tools.boundingBox() : null
        expect(over.y + over.height).toBeLessThanOrEqual(bar?.y ?? Infinity)
        expect(mark + 12 < over.y || mark - 12 > over.y + over.height).toBe(true)
      }).toPass()
      await expect(page.getByTestId('stage').or(page.getByTestId('sheet-cell')).first()).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Discard' }).tap()
      await expect.poll(heightOf).toBeCloseTo(844 * 0.38, 0)
      await expect.poll(() => image.boundingBox()).toEqual(before)
    }
  })

  test('the form of a comment has the focus also where it opens under the finger', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await page.setViewportSize({ width: 390, height: 480 })
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    const image = await shown.boundingBox()
    if (!image) throw new Error('no image')
    await page.touchscreen.tap(image.x + image.width / 2, image.y + image.height * 0.8)
    await expect(spotField(page)).toBeVisible()
    await page.keyboard.type('not a shortcut')
    await expect(spotField(page)).toHaveValue('not a shortcut')
  })

  test('one finger scrolls a tall image, and draws with the rectangle tool', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png(600, 4000))
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    const top = async () => (await shown.boundingBox())?.y ?? 0
    await expect(shown).toBeVisible()
    const before = await top()
    const left = (await shown.boundingBox())?.x
    await swipe(page, [195, 350], [215, 300], [225, 200])
    await expect.poll(top).toBeLessThan(before - 80)
    expect((await shown.boundingBox())?.x).toBe(left)
    await expect(spotField(page)).toHaveCount(0)
    await page.getByRole('button', { name: /^Rectangle/ }).tap()
    await swipe(page, [150, 200], [180, 250], [220, 300])
    await expect(spotField(page)).toBeVisible()
  })

  test('the conversation sheet is dragged down and up', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    await write(agent, artifactId, 'Why?')
    await open(`/reviews/${reviewId}`)
    const sheet = page.getByRole('complementary', { name: 'Conversation' })
    const height = async () => (await sheet.boundingBox())?.height ?? 0
    const grip = page.getByRole('button', { name: 'Expand conversation' })
    const box = await grip.boundingBox()
    if (!box) throw new Error('no grip')
    await swipe(page, [195, box.y + 10], [195, 650], [195, 800])
    await expect.poll(height).toBeLessThan(110)
    await expect(page.getByRole('group', { name: 'Filter comments' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('group', { name: 'Comment on' })).not.toBeInViewport()
    await page.getByRole('button', { name: /^Comment 1/ }).tap()
    await expect.poll(height).toBeGreaterThan(300)
    await grip.tap()
    await expect.poll(height).toBeGreaterThan(550)
    // A toast covers nothing of what is left of the image.
    await item(page, 'Why?').getByRole('button', { name: 'Resolve' }).tap()
    const toast = await page.locator('[data-toast]').boundingBox()
    const image = await page.getByTestId('stage').locator('img').boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(image?.y ?? 0)
    await page.getByRole('button', { name: 'Shrink conversation' }).tap()
    await expect.poll(height).toBeLessThan(400)
  })

  test('the forms of replies and changes are in view with their buttons when they open', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    for (const body of ['First of\n\nseveral lines.', 'Second of\n\nseveral lines.'])
      await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
        geometry: { x: 0.5, y: 0.5 },
        body,
      })
    await open(`/reviews/${reviewId}`)
    const second = item(page, 'Second of')
    await second.getByRole('button', { name: 'Reply', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Cancel' }).tap()
    await second.getByRole('button', { name: /^Actions for/ }).tap()
    await page.getByRole('menuitem', { name: 'Edit' }).tap()
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
  })

  test('an on-screen keyboard leaves the form that is written in, with its buttons', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    await write(agent, artifactId, 'Why?')
    await open(`/reviews/${reviewId}`)
    const composer = page.getByLabel('Comment on this image')
    for (const height of [420, 300]) {
      await page.setViewportSize({ width: 390, height: 844 })
      await item(page, 'Why?').getByRole('button', { name: 'Reply', exact: true }).tap()
      const reply = item(page, 'Why?').getByRole('textbox')
      await expect(reply).toBeFocused()
      await page.setViewportSize({ width: 390, height })
      await reply.fill('one\ntwo\nthree\nfour\nfive\nsix')
      await expect(reply).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
      await expect(composer).toBeHidden()
      await expect(page.getByRole('group', { name: 'Filter comments' })).toBeHidden()
      await page.getByRole('button', { name: 'Cancel' }).tap()
      await page.setViewportSize({ width: 390, height: 844 })
      await composer.tap()
      await page.setViewportSize({ width: 390, height })
      await composer.fill('one\ntwo\nthree\nfour\nfive\nsix')
      await expect(composer).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
      await page.getByRole('button', { name: 'Discard' }).tap()
    }
    await expect(page.getByRole('group', { name: 'Filter comments' })).toBeVisible()
  })

  test('the actions of comments are as large as a fingertip', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    const { threadId } = await write(agent, artifactId, 'Too wide.')
    await person.call('POST', `/v1/threads/${threadId}/replies`, { body: 'On which screens?' })
    await open(`/reviews/${reviewId}`)
    const actions = comments(page).getByRole('button', { name: /^(Resolve|Reply|Actions for .*)$/ })
    await expect(actions).toHaveCount(4)
    for (const action of await actions.all()) {
      const { width, height, x } = (await action.boundingBox()) ?? { width: 0, height: 0, x: 0 }
      expect([width, height]).toEqual([44, 44])
      expect(x + width).toBeLessThanOrEqual(390)
    }
    await page.getByLabel('Comment on this image').fill('Why?')
    for (const name of ['Discard', 'Send'])
      expect(
        (await page.getByRole('button', { name, exact: true }).boundingBox())?.height,
      ).toBeGreaterThanOrEqual(44)
  })
})

test('nothing lies under the notch or the home indicator of a phone', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await page.setViewportSize({ width: 390, height: 844 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
  await open(`/reviews/${reviewId}`)
  const field = await page.getByLabel('Comment on this image').boundingBox()
  const back = await page.getByRole('link', { name: 'Back', exact: false }).first().boundingBox()
  expect(field && field.y + field.height).toBeLessThanOrEqual(844 - 34)
  expect(back?.y).toBeGreaterThanOrEqual(47)
})
