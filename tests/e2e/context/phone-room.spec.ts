import type { Page } from '@playwright/test'
import type { Call } from '../../support/server/client'
import { annotate } from '../../support/reviews/comments'
import { composer, pendingItem, pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem, commentList } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { revise, upload } from '../../support/reviews/uploads'
import { threadsOf } from '../../support/reviews/review'
import { sendInCard, verdictButton } from '../../support/browser/verdict-card'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const pin = (page: Page, number: number) =>
  page.getByTestId('stage').getByRole('button', { name: new RegExp(`^Comment ${number}:`) })

/** Scrolls with one finger along a row, in CSS pixels of the page. */
async function scrollAcross(page: Page, from: number, to: number, y: number) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y, id: 0 }] })
  await touch('touchStart', from)
  const step = (to - from) / 20
  for (let index = 1; index <= 20; index++) await touch('touchMove', from + index * step)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

/** Uploads an image with four comments, one below the other. */
async function seed(agent: Call, person: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  for (const [index, body] of ['First', 'Second', 'Third', 'Fourth'].entries())
    await annotate(person, artifactId, body, { geometry: { x: 0.5, y: 0.2 + index * 0.2 } })
  return artifactId
}

test('on a phone, the picture has most of the space, and one comment at a time is next to it', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await seed(agent, person.call, reviewId)
  await person.call('PATCH', `/v1/reviews/${reviewId}`, {
    title: 'Free delivery in the basket, and what it costs to take it away again',
  })
  await open(`/reviews/${reviewId}`)
  await expect(pin(page, 1)).toBeVisible()
  const cards = commentList(page).getByRole('listitem')
  /** Returns the comments of which more than a corner is visible. */
  const shown = () =>
    cards.evaluateAll(all =>
      all.flatMap(each => {
        const { left, right } = each.getBoundingClientRect()
        return Math.min(right, innerWidth) - Math.max(left, 0) > 100 ? [each.textContent] : []
      }),
    )

  await test.step('on a phone, the stage has two thirds of the height', async () => {
    const height = async () => (await page.locator('.stage-area').boundingBox())?.height
    // The conversation is only as high as a comment of one line, so the stage has at least 66 % of the
    // height.
    await expect.poll(height).toBeGreaterThanOrEqual(844 * 0.66)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(title?.width).toBeGreaterThanOrEqual(390 * 0.6)
    // The buttons for the next and previous comment, the field and the button of the verdict are in one line.
    const middles = await Promise.all(
      [page.getByRole('button', { name: 'Next comment' }), composer(page), verdictButton(page)].map(
        async each => {
          await expect(each).toBeInViewport({ ratio: 1 })
          const box = await each.boundingBox()
          return box ? box.y + box.height / 2 : NaN
        },
      ),
    )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
  })

  await test.step('a swipe selects the next comment, its pin, and no other comment', async () => {
    await expect(cards).toHaveCount(4)
    await expect.poll(shown).toEqual([expect.stringContaining('First')])
    const at = await cards.first().boundingBox()
    if (!at) throw new Error('There is no card.')
    await scrollAcross(page, 320, 80, at.y + at.height / 2)
    await expect(pin(page, 2)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(shown).toEqual([expect.stringContaining('Second')])
  })

  await test.step('a tap on a pin shows its comment, and buttons step through the comments', async () => {
    await pin(page, 4).tap()
    await expect.poll(shown).toEqual([expect.stringContaining('Fourth')])
    await page.getByRole('button', { name: 'Previous comment' }).tap()
    await expect(pin(page, 3)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(shown).toEqual([expect.stringContaining('Third')])
    await page.keyboard.press('t')
    await expect(pin(page, 4)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(shown).toEqual([expect.stringContaining('Fourth')])
    await expect(page.getByRole('button', { name: 'Next comment' })).toBeDisabled()
  })

  await test.step('pins are small and easy to touch', async () => {
    const drawn = await pin(page, 1).boundingBox()
    expect(drawn?.height).toBe(20)
    const found = await pin(page, 1).evaluate(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const [middleX, middleY] = [x + width / 2, y + height / 2]
      return [-21, 21].flatMap(by => [
        document.elementFromPoint(middleX + by, middleY) === element,
        document.elementFromPoint(middleX, middleY + by) === element,
      ])
    })
    expect(found).toEqual([true, true, true, true])
  })

  await test.step('the comment card in the middle of the screen can be resolved', async () => {
    await commentItem(page, 'Fourth').getByRole('button', { name: 'Resolve' }).tap()
    await expect(cards).toHaveCount(3)
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    const [toast, tools, stage] = await Promise.all(
      [
        page.locator('[data-toast]'),
        page.getByRole('button', { name: 'Tools', exact: true }),
        page.locator('.stage-area'),
      ].map(each => each.boundingBox()),
    )
    if (!toast || !tools || !stage) throw new Error('There is no box.')
    // The toast is next to the button at the lower edge of the stage.
    expect(toast.x + toast.width).toBeLessThan(tools.x)
    expect(toast.y).toBeGreaterThan(stage.y + stage.height * 0.8)
    expect(toast.y + toast.height).toBeLessThanOrEqual(stage.y + stage.height)
    await undo.tap()
    await expect(cards).toHaveCount(4)
  })

  await test.step('the expanded conversation has the filters, all comments and the verdict', async () => {
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await expect(page.getByRole('button', { name: /, filter comments$/ })).toBeInViewport({ ratio: 1 })
    for (const each of ['First', 'Second', 'Third'])
      await expect(commentItem(page, each)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Share' })).toBeInViewport({ ratio: 1 })
    await verdictButton(page).tap()
    await sendInCard(page, 'Request changes')
    await expect(verdictButton(page)).toHaveAccessibleName(/Changes requested/)
  })
})

test('on a phone, several areas are drawn for one comment, and the stage keeps its size', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(600, 1200))
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Tools', exact: true }).tap()
  const rectangle = page.getByRole('button', { name: 'Rectangle (R)' })
  await test.step('each shape has a button, and the selected tool is marked even at rest', async () => {
    for (const name of [/^Ellipse/, /^Arrow/, /^Freehand/])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    await rectangle.tap()
    await expect(page.locator('main[data-idle]')).toBeVisible()
    await expect(rectangle).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(rectangle).toHaveCSS('opacity', '1')
  })
  const stage = page.locator('.stage-area')
  const drawArea = async (y: number) => {
    const image = await page.getByTestId('stage').locator('img').boundingBox()
    if (!image) throw new Error('There is no image.')
    const at = (x: number, down: number) =>
      [image.x + image.width * x, image.y + image.height * down] as const
    await page.mouse.move(...at(0.2, y))
    await page.mouse.down()
    await page.mouse.move(...at(0.5, y + 0.1), { steps: 5 })
    const size = await stage.boundingBox()
    await page.mouse.up()
    return size
  }
  await drawArea(0.2)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await page.keyboard.type('Too wide.')
  const before = await stage.boundingBox()
  expect(await drawArea(0.5)).toEqual(before)
  await page.getByRole('button', { name: 'Send' }).tap()
  const threads = async () => (await threadsOf(agent, reviewId)).map(each => 1 + each.shapes.length)
  await expect.poll(threads).toEqual([2])
  await expect(page.getByRole('button', { name: 'Select (V)' })).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone, a tap outside an open menu or card only closes it', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await seed(agent, person.call, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(pin(page, 1)).toBeVisible()
  // The menu and the card are at the lower edge of the window, below their buttons.
  const more = page.getByRole('banner').getByRole('button').last()
  const details = page.getByRole('button', { name: /: evidence details$/ })
  const [menu, card] = [page.getByRole('menu'), page.getByRole('dialog')]
  for (const [kind, button, opened, other, height] of [
    ['menu', more, menu, details, 0.1],
    ['card', details, card, more, 0.1],
  ] as const)
    await test.step(`a tap outside an open ${kind} closes it and does nothing else`, async () => {
      await button.tap()
      await expect(opened).toBeVisible()
      await pressImage(page, 0.1, height, 'tap')
      await expect(opened).toBeHidden()
      await expect(spotField(page)).toHaveCount(0)
      await button.tap()
      await expect(opened).toBeVisible()
      const box = await opened.boundingBox()
      expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844])
      await other.tap()
      await expect(opened).toBeHidden()
      await expect(menu.or(card)).toHaveCount(0)
      await button.tap()
      await expect(opened).toBeVisible()
      await button.tap()
      await expect(opened).toBeHidden()
      await pressImage(page, 0.1, height, 'tap')
      await expect(spotField(page)).toBeFocused()
      await page.getByRole('button', { name: 'Discard' }).tap()
      await expect(spotField(page)).toHaveCount(0)
    })
})

test('on a phone, buttons step through pending comments, and a tap animates the conversation', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  await annotate(person.call, artifactId, 'First')
  await open(`/reviews/${reviewId}`)
  for (const [body, height] of [
    ['Second', 0.2],
    ['Third', 0.8],
  ] as const) {
    await pressImage(page, 0.2, height, 'tap')
    await spotField(page).fill(body)
    await page.getByRole('button', { name: 'Add to review' }).tap()
    await expect(pendingItem(page, body)).toBeInViewport({ ratio: 0.9 })
  }
  const [previous, next] = ['Previous comment', 'Next comment'].map(name =>
    page.getByRole('button', { name }),
  )
  if (!previous || !next) throw new Error('There are no buttons.')

  await test.step('the buttons step from a pending comment to the others', async () => {
    await expect(next).toBeDisabled()
    await previous.tap()
    await expect(pendingItem(page, 'Second')).toBeInViewport({ ratio: 0.9 })
    await previous.tap()
    await expect(pin(page, 1)).toHaveAttribute('aria-pressed', 'true')
    await expect(previous).toBeDisabled()
    await next.tap()
    await expect(pendingItem(page, 'Second')).toBeInViewport({ ratio: 0.9 })
  })

  await test.step('the height of the conversation is animated after a tap', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const animated = page.getByRole('complementary', { name: 'Conversation' }).evaluate(async sheet => {
      while (sheet.getAnimations().length === 0) await new Promise(requestAnimationFrame)
    })
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await animated
  })
})

test('on a phone, a fix can be compared and the next actions of a finished review are in view', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  const { threadId } = await annotate(person.call, artifactId, 'Too pale.', {
    kind: 'rectangle',
    geometry: { x: 0.8, y: 0.3, width: 0.15, height: 0.05 },
  })
  const { revisionId } = await revise(agent, artifactId, await pngImage(600, 1200))
  await agent('POST', `/v1/threads/${threadId}/address`, { revisionId, message: 'Stronger.' })
  await open(`/reviews/${reviewId}#${threadId}`)
  const card = commentItem(page, 'Too pale.')

  await test.step('a button in a comment card opens the comparison, and all buttons have names', async () => {
    await expect(card.getByRole('slider')).toBeHidden()
    await expect(card.getByRole('button', { name: 'Not yet' })).toBeInViewport({ ratio: 1 })
    const compare = card.getByRole('button', { name: 'Compare r1 and r2 at this spot' })
    await expect(compare).toBeInViewport({ ratio: 1 })
    await compare.tap()
    await page.getByRole('button', { name: 'Close comparison (Esc)' }).tap()
  })

  await test.step('with the conversation expanded, the divider begins in the mark’s middle', async () => {
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await expect(card.getByRole('slider')).toBeVisible()
    // The middle of the mark is at 69 % of the picture.
    expect(await card.getByRole('slider').getAttribute('aria-valuenow')).toBe('69')
    const name = await card.getByText('Ann', { exact: true }).first().boundingBox()
    const time = await card.getByText('just now').first().boundingBox()
    expect((time?.y ?? 0) + (time?.height ?? 0) / 2).toBeCloseTo((name?.y ?? 0) + (name?.height ?? 0) / 2, -1)
    await page.getByRole('button', { name: 'Shrink conversation' }).tap()
  })

  await test.step('the action buttons of a finished review are in view', async () => {
    await card.getByRole('button', { name: 'Resolve' }).tap()
    // No text in the toast is cut off.
    const toast = page.locator('[data-toast]').first()
    await expect(toast).toBeVisible()
    const isCut = (all: Element[]) => all.some(each => each.scrollHeight > each.clientHeight)
    expect(await toast.locator('p').evaluateAll(isCut)).toBe(false)
    for (const name of ['Verify', 'Next review', 'Show 1 resolved'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    const box = await commentList(page).getByRole('listitem').boundingBox()
    if (!box) throw new Error('There is no card.')
    expect(box.x).toBeCloseTo(390 - box.x - box.width, 0)
  })
})

test('on a phone, the picture stays where it is while a comment is written above a keyboard', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(1280, 800))
  await open(`/reviews/${reviewId}`)
  const image = page.getByTestId('stage').locator('img')
  await expect(image).toBeVisible()
  const before = await image.boundingBox()

  await test.step('the picture does not move when the comment form and the keyboard open', async () => {
    await pressImage(page, 0.5, 0.5, 'tap')
    await expect(spotField(page)).toBeFocused()
    expect(await image.boundingBox()).toEqual(before)
    await page.setViewportSize({ width: 390, height: 520 })
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(page.getByTestId('stage-header')).toBeHidden()
    await expect.poll(() => image.boundingBox()).toEqual(before)
  })

  await test.step('the picture is as before when the comment form and the keyboard have closed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Discard' }).tap()
    await expect(page.getByTestId('stage-header')).toBeVisible()
    await expect.poll(() => image.boundingBox()).toEqual(before)
  })
})

test('on a phone, the picture above the expanded conversation is as wide as the screen', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const artifactId = await seed(agent, person.call, reviewId)
  // So many comments that the conversation has its full height.
  for (const body of ['Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'])
    await annotate(person.call, artifactId, body, { geometry: { x: 0.9, y: 0.9 } })
  await open(`/reviews/${reviewId}`)
  await expect(pin(page, 1)).toBeVisible()
  await page.getByRole('button', { name: 'Expand conversation' }).tap()
  const image = page.getByTestId('stage').locator('img')
  await expect.poll(async () => (await image.boundingBox())?.width).toBe(366)
  expect((await page.locator('.stage-area').boundingBox())?.height).toBeGreaterThanOrEqual(180)
  for (const [body, number] of [
    ['Fourth', 4],
    ['First', 1],
  ] as const) {
    await commentItem(page, body).getByText(body, { exact: true }).tap()
    await expect(pin(page, number)).toBeInViewport({ ratio: 1 })
    await expect.poll(async () => (await pin(page, number).boundingBox())?.y).toBeLessThan(236)
  }
  await page.getByRole('button', { name: 'Shrink conversation' }).tap()
  await expect.poll(async () => (await image.boundingBox())?.height).toBeLessThan(700)
})

test('on a phone, one tap shows the difference to the previous revision', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 400))
  await open(`/reviews/${reviewId}`)
  const button = page.getByRole('button', { name: 'Difference', exact: true })
  await expect(page.getByRole('button', { name: 'Tools', exact: true })).toBeVisible()
  await expect(button).toHaveCount(0)
  await revise(agent, artifactId, await pngImage(600, 410))
  await button.tap()
  await expect(page.getByTestId('compare')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Difference \(D\)/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})
