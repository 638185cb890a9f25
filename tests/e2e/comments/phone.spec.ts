import type { ReviewPayload } from '#shared/contract/review'
import type { Call } from '../../support/server/client'
import { joined } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { composer, pendingItem, pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem, commentList, statusMenu } from '../../support/browser/comments'
import { boxOf } from '../../support/browser/comparison'
import { verdictButton, verdictCard } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { stagePoints } from '../../support/browser/stage'
import { keepCloseWatchers, pressBack } from '../../support/browser/back-button'
import { flick, swipe } from '../../support/browser/touch'
import { annotate, bodiesOf } from '../../support/reviews/comments'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

const phone = { width: 390, height: 844 }

const reviewOf = async (agent: Call, reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review

test('on a phone, the conversation can be dragged, and its actions and forms are easy to tap', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  // This test takes five seconds on an idle machine. The limit is low, so that a failed attempt does not wait
  // for three minutes.
  test.setTimeout(60_000)
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
  const first = await annotate(person.call, artifactId, 'First of\n\nseveral lines.')
  await annotate(person.call, artifactId, 'Second of\n\nseveral lines.')
  await person.call('POST', `/v1/threads/${first.threadId}/replies`, { body: 'On which screens?' })
  await keepCloseWatchers(page)
  await open(`/reviews/${reviewId}`)
  const second = commentItem(page, 'Second of')
  const filters = statusMenu(page)
  const cancel = page.getByRole('button', { name: 'Cancel' })
  const discard = page.getByRole('button', { name: 'Discard' })
  await page.getByRole('button', { name: 'Expand conversation' }).tap()

  await test.step('the actions of every comment are visible and as large as a fingertip', async () => {
    const actions = commentList(page).getByRole('button', { name: /^(Resolve|Reply|Actions for .*)$/ })
    await expect(actions).toHaveCount(7)
    const boxes = await actions.evaluateAll(buttons =>
      buttons.map(each => {
        const { width, height, right } = each.getBoundingClientRect()
        return {
          width,
          height,
          isInView: right <= 390,
          opacity: each.parentElement?.checkVisibility({ opacityProperty: true }),
        }
      }),
    )
    for (const box of boxes) expect(box).toEqual({ width: 44, height: 44, isInView: true, opacity: true })
    await composer(page).fill('Why?')
    expect((await composer(page).boundingBox())?.width).toBeGreaterThan(340)
    await expect(page.getByRole('button', { name: 'Add to review' })).toHaveText('Add to review')
    for (const name of ['Discard', 'Add to review', 'Send'])
      expect(
        (await page.getByRole('button', { name, exact: true }).boundingBox())?.height,
      ).toBeGreaterThanOrEqual(44)
    await discard.tap()
  })

  await test.step('the forms to reply and to edit are in view with their buttons', async () => {
    await second.getByRole('button', { name: 'Reply', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
    await cancel.tap()
    await second.getByRole('button', { name: /^Actions for/ }).tap()
    await page.getByRole('menuitem', { name: 'Edit' }).tap()
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 })
    // The form scrolls into view when its field gets the focus, and the menu may take the focus back. A tap
    // at that moment misses the button, so the tap is repeated.
    await expect(async () => {
      if (await cancel.isVisible()) await cancel.tap()
      await expect(second).toBeVisible({ timeout: 1000 })
    }).toPass()
  })

  await test.step('with an on-screen keyboard, the active form is in view with its buttons', async () => {
    for (const height of [420, 300]) {
      await page.setViewportSize(phone)
      await second.getByRole('button', { name: 'Reply', exact: true }).tap()
      const reply = second.getByRole('textbox')
      await expect(reply).toBeFocused()
      await page.setViewportSize({ width: 390, height })
      await reply.fill('one\ntwo\nthree\nfour\nfive\nsix')
      await expect(reply).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
      await expect(composer(page)).toBeHidden()
      await expect(filters).toBeHidden()
      await cancel.tap()
      await page.setViewportSize(phone)
      await composer(page).tap()
      await page.setViewportSize({ width: 390, height })
      await composer(page).fill('one\ntwo\nthree\nfour\nfive\nsix')
      await expect(composer(page)).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
      await discard.tap()
    }
    await expect(filters).toBeVisible()
    await page.setViewportSize(phone)
  })

  await test.step('the conversation is made larger and smaller by dragging and by its buttons', async () => {
    const sheet = page.getByRole('complementary', { name: 'Conversation' })
    const height = async () => (await sheet.boundingBox())?.height ?? 0
    await page.getByRole('button', { name: 'Shrink conversation' }).tap()
    await expect.poll(height).toBeLessThan(300)
    await expect(filters).toBeHidden()
    const grip = page.getByRole('button', { name: 'Expand conversation' })
    const box = await grip.boundingBox()
    if (!box) throw new Error('There is no grip.')
    await swipe(page, [195, box.y + 10], [195, 650], [195, 800])
    // The lowered sheet shows only its handle and the field, and neither is cut off.
    await expect.poll(height).toBeLessThan(110)
    await expect(composer(page)).toBeInViewport({ ratio: 1 })
    await expect(commentList(page)).toBeHidden()
    await page.getByRole('button', { name: /^Comment 2/ }).tap()
    await expect.poll(height).toBeGreaterThan(150)
    await grip.tap()
    await expect(filters).toBeVisible()
    // The raised sheet is only as high as its content.
    expect(await height()).toBeLessThan(550)
    await pressBack(page)
    await expect(filters).toBeHidden()
    await grip.tap()
    await expect(filters).toBeVisible()
    await flick(page, [195, 700], [195, 660], [195, 600])
    await flick(page, [195, 600], [260, 630], [330, 660])
    await expect(filters).toBeVisible()
    await flick(page, [195, 600], [195, 660], [195, 720])
    await expect(filters).toBeHidden()
    await grip.tap()
    await expect(filters).toBeVisible()
    // The toast is above the handle of the sheet, near the thumb, and covers no control.
    await second.getByRole('button', { name: 'Resolve' }).tap()
    const toast = await boxOf(page.locator('[data-toast]').filter({ hasText: 'Comment 2 resolved' }))
    const handle = await boxOf(page.getByRole('button', { name: 'Shrink conversation' }))
    expect(toast.y + toast.height).toBeLessThanOrEqual(handle.y)
    expect(toast.y).toBeGreaterThan(handle.y - 100)
    await page.getByRole('button', { name: 'Shrink conversation' }).tap()
    await expect.poll(height).toBeLessThan(300)
  })

  await test.step('no control is under the notch or the home indicator of a phone', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } })
    const bottom = async () => {
      const field = await composer(page).boundingBox()
      return field && field.y + field.height
    }
    await expect.poll(bottom).toBeLessThanOrEqual(844 - 34)
    const back = page.getByRole('link', { name: 'Back', exact: false }).first()
    await expect.poll(async () => (await back.boundingBox())?.y).toBeGreaterThanOrEqual(47)
  })
})

test('on a phone, a person writes a comment by tapping the image and submits it with a verdict', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  await joined(server, person, 'Mia Wong', 'member')
  await upload(agent, reviewId, await pngImage(1000, 500))
  await open(`/reviews/${reviewId}`)

  await test.step('a tap on the image opens and focuses a form, and the sent comment is listed', async () => {
    await pressImage(page, 0.5, 0.5, 'tap')
    await expect(spotField(page)).toBeFocused()
    // The field and its buttons are in one line.
    const line = await Promise.all([
      ...['Discard', 'Attach images', 'Send'].map(name => boxOf(page.getByRole('button', { name }))),
      boxOf(spotField(page)),
    ])
    for (const { y, height } of line) expect(Math.abs(y + height / 2 - 816)).toBeLessThan(16)
    await page.keyboard.type('By touch, yes')
    await page.getByRole('button', { name: 'Send' }).tap()
    await expect(commentItem(page, 'By touch, yes')).toBeVisible()
    expect((await reviewOf(agent, reviewId)).status).toBe('open')
  })

  await test.step('the people to mention are in view, and a tap chooses one of them', async () => {
    await composer(page).tap()
    await page.keyboard.type('@mia')
    const option = page.getByRole('option', { name: 'Mia Wong' })
    await expect(option).toBeInViewport({ ratio: 1 })
    await option.tap()
    await expect(composer(page)).toHaveValue('@Mia Wong ')
    await page.getByRole('button', { name: 'Discard' }).tap()
  })

  await test.step('a comment form that opens at the place of a tap has the focus', async () => {
    await page.setViewportSize({ width: 390, height: 480 })
    // The picture moves when the window gets its new size. A tap before this moment would miss the picture.
    await expect(async () => {
      await pressImage(page, 0.5, 0.8, 'tap')
      await expect(spotField(page)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.keyboard.type('not a shortcut')
    await expect(spotField(page)).toHaveValue('not a shortcut')
    await page.setViewportSize(phone)
  })

  await test.step('a pending comment is in view with the button that submits the review', async () => {
    await spotField(page).fill('Too narrow.')
    await page.getByRole('button', { name: 'Add to review' }).tap()
    await expect(page.getByRole('button', { name: /^Pending comment: / })).toBeVisible()
    for (const height of [844, 480]) {
      await page.setViewportSize({ width: 390, height })
      await expect(pendingItem(page, 'Too narrow.')).toBeInViewport({ ratio: 1 })
      await expect(verdictButton(page)).toBeInViewport({ ratio: 1 })
      await expect(verdictButton(page)).toHaveAccessibleName(/1 pending$/)
      await expect(composer(page)).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('the pending comment is submitted with a verdict, which can be undone', async () => {
    await page.setViewportSize(phone)
    await verdictButton(page).tap()
    await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
    await expect(page.locator('[id=""]')).toHaveCount(0)
    await verdictCard(page).getByRole('button', { name: 'Verify with 2 open comments' }).tap()
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    const verdict = verdictButton(page)
    await expect(verdict).toHaveAccessibleName('Review. Verdict: Verified with 2 open')
    expect(await bodiesOf(agent, reviewId)).toEqual(['By touch, yes', 'Too narrow.'])
    await page.getByRole('button', { name: 'Undo verdict' }).tap()
    await expect(verdict).toHaveAccessibleName('Review. Verdict: In review')
  })
})

test('on a phone, a review with nothing left to do is verified with two taps', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(600, 1200))
  await open(`/reviews/${reviewId}`)

  await test.step('the verdict card has a heading with the title, and nothing is chosen', async () => {
    await verdictButton(page).tap()
    await expect(verdictCard(page).getByRole('heading')).toHaveText(/^Verdict on “Totals wrap/)
    await expect(verdictCard(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
  })

  await test.step('the toast of the verdict is at the lower edge of the picture', async () => {
    await verdictCard(page).getByRole('button', { name: 'Verify', exact: true }).tap()
    await expect(verdictButton(page)).toHaveAccessibleName('Review. Verdict: Verified')
    expect((await reviewOf(agent, reviewId)).status).toBe('verified')
    const toast = page.locator('[data-toast]').filter({ hasText: 'Verdict: Verified' })
    await expect(toast.getByRole('button')).toHaveText(['Undo', 'Next review', ''])
    await expect(toast).toBeVisible()
    const [box, stage] = await Promise.all([boxOf(toast), boxOf(page.locator('.stage-area'))])
    expect(box.y).toBeGreaterThan(stage.y + stage.height / 2)
    expect(box.y + box.height).toBeLessThanOrEqual(stage.y + stage.height)
  })

  await test.step('the menu of the review opens the dialog Share', async () => {
    await page.getByRole('button', { name: /^Actions for / }).tap()
    await page.getByRole('menuitem', { name: 'Share' }).tap()
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
  })
})

test('on a phone, the mark of a comment stays in view while the comment is written', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(1000, 600))
  const image = page.getByTestId('stage').locator('img')
  const talk = page.getByRole('complementary', { name: 'Conversation' })
  const heightOf = async () => (await talk.boundingBox())?.height ?? 0
  let heightBefore = 0
  let before: Awaited<ReturnType<typeof image.boundingBox>> = null

  await test.step('a tap on the stage opens the comment form, not the conversation', async () => {
    await page.setViewportSize(phone)
    await open(`/reviews/${reviewId}`)
    await expect(image).toBeVisible()
    before = await image.boundingBox()
    heightBefore = await heightOf()
    if (!before) throw new Error('The image is not shown.')
    await page.touchscreen.tap(before.x + before.width / 2, before.y + before.height / 2)
    await expect(spotField(page)).toBeFocused()
    await expect(talk).toBeHidden()
  })

  await test.step('above a keyboard, the comment form does not cover a mark on the stage', async () => {
    await page.setViewportSize({ width: 390, height: 480 })
    const form = page.locator('[data-draft-dock] [data-comment-form]')
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
    await expect(async () => {
      const [shown, stage, over] = await Promise.all([
        image.boundingBox(),
        page.getByRole('main', { name: /^Stage/ }).boundingBox(),
        form.boundingBox(),
      ])
      if (!shown || !stage || !over) throw new Error('A box is not shown.')
      const mark = shown.y + shown.height / 2
      expect(mark).toBeGreaterThan(stage.y + 41)
      const tools = page.locator('main').getByRole('toolbar', { name: 'Tools' })
      const bar = (await tools.isVisible()) ? await tools.boundingBox() : null
      expect(over.y + over.height).toBeLessThanOrEqual(bar?.y ?? Infinity)
      expect(mark + 12 < over.y || mark - 12 > over.y + over.height).toBe(true)
    }).toPass()
    await expect(page.getByTestId('stage')).toBeVisible()
  })

  await test.step('after the comment form is discarded, the stage is as before', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Discard' }).tap()
    await expect.poll(heightOf).toBe(heightBefore)
    await expect.poll(() => image.boundingBox()).toEqual(before)
  })
})

test('on a phone, one finger scrolls an image or draws on it, and a tap opens the list of evidence', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const data = await pngImage(640, 400)
  await upload(agent, reviewId, data, { title: 'Dashboard' })
  const { artifactId } = await upload(agent, reviewId, data, { title: 'Settings' })
  await revise(agent, artifactId, await pngImage(600, 4000), {
    roundKey: 'after',
    roundSummary: 'After review',
  })
  await open(`/reviews/${reviewId}`)
  const stage = (title: string) => page.getByRole('main', { name: `Stage: ${title}` })
  const sheet = page.getByRole('dialog', { name: 'Evidence' })

  await test.step('one finger scrolls the image, or draws if the rectangle tool is chosen', async () => {
    const shown = page.getByTestId('stage').locator('img')
    await stagePoints(page)
    const before = await shown.boundingBox()
    await swipe(page, [195, 350], [215, 300], [225, 200])
    await expect.poll(async () => (await shown.boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 80)
    expect((await shown.boundingBox())?.x).toBe(before?.x)
    await expect(spotField(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Tools' }).tap()
    await expect(page.getByRole('button', { name: /^Rectangle/ })).toHaveAttribute('aria-pressed', 'true')
    await swipe(page, [150, 200], [180, 250], [220, 300])
    await expect(spotField(page)).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).tap()
  })

  await test.step('evidence is opened by a button or a list, and shown as it was in a round', async () => {
    await page.getByRole('button', { name: 'Next evidence' }).tap()
    await expect(stage('Dashboard')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next evidence' })).toBeDisabled()
    await page.getByRole('button', { name: 'All evidence' }).tap()
    await sheet.getByText('Settings').tap()
    await expect(sheet).toHaveCount(0)
    await expect(stage('Settings')).toBeVisible()
    await page.getByRole('button', { name: 'All evidence' }).tap()
    await sheet.getByRole('button', { name: 'Evidence list options' }).tap()
    await sheet.getByLabel('Evidence as of').selectOption('Earlier uploads')
    // A tap outside the options only closes them.
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet.getByLabel('Evidence as of')).toBeHidden()
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(
      page.getByRole('button', { name: /^All evidence, 2 \/ 2: .* · earlier uploads$/ }),
    ).toBeVisible()
  })

  await test.step('evidence can be edited from the list of all evidence', async () => {
    await page.getByRole('button', { name: 'All evidence' }).tap()
    await sheet.getByRole('button', { name: 'Actions for Settings' }).tap()
    await page.getByRole('menuitem', { name: 'Edit title and description' }).tap()
    await page.getByLabel('Title').fill('Preferences')
    await page.getByRole('button', { name: 'Save' }).tap()
    await expect(sheet.getByText('Preferences')).toBeVisible()
  })
})
