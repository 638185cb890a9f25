import type { Locator } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { joined } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { annotate } from '../../support/reviews/comments'
import { pendingItem, pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem, commentList } from '../../support/browser/comments'
import { comparedImages } from '../../support/browser/comparison'
import { expect, test } from '../../support/browser/e2e'
import { hitHeight } from '../../support/browser/checks/target-size'
import { holdRequests } from '../../support/browser/hold-requests'
import { keepCloseWatchers, pressBack } from '../../support/browser/back-button'
import { doubleTap, flick } from '../../support/browser/touch'
import { pngImage } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { verdictButton, verdictCard } from '../../support/browser/verdict-card'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('on a phone, the card of the first comment is shown when no comment is selected', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  for (const [index, body] of ['First', 'Second', 'Third'].entries())
    await annotate(person.call, artifactId, body, { geometry: { x: 0.5, y: 0.2 + index * 0.2 } })
  await open(`/reviews/${reviewId}`)
  const inView = (text: string) => expect(commentItem(page, text)).toBeInViewport({ ratio: 0.9 })

  await test.step('the button of the next comment goes from the shown comment to the second', async () => {
    await inView('First')
    await page.getByRole('button', { name: 'Next comment' }).tap()
    await inView('Second')
    await open(`/reviews/${reviewId}`)
  })

  await test.step('Undo shows the comment that was resolved without being selected', async () => {
    await inView('First')
    await commentItem(page, 'First').getByRole('button', { name: 'Resolve' }).tap()
    await expect(commentItem(page, 'First')).toHaveCount(0)
    await inView('Second')
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await inView('First')
  })

  await test.step('after pending comments are sent, the first comment is shown', async () => {
    await pressImage(page, 0.2, 0.9, 'tap')
    await spotField(page).fill('Fourth')
    await page.getByRole('button', { name: 'Add to review' }).tap()
    await expect(pendingItem(page, 'Fourth')).toBeInViewport({ ratio: 0.9 })
    await verdictButton(page).tap()
    await page.getByRole('radio', { name: 'Comment' }).check({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).tap()
    await expect(page.getByText('1 comment sent')).toBeVisible()
    await inView('First')
  })
})

test('on a phone, a flick upwards on a card and its earlier replies expands the conversation', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1280, 800))
  const { threadId } = await annotate(person.call, artifactId, 'Too pale.', { geometry: { x: 0.5, y: 0.2 } })
  await annotate(person.call, artifactId, 'Long. '.repeat(200), { geometry: { x: 0.5, y: 0.6 } })
  for (const body of ['The first answer.', 'The second answer.'])
    await agent('POST', `/v1/threads/${threadId}/replies`, { body })
  await open(`/reviews/${reviewId}`)
  const sheet = page.getByRole('complementary', { name: 'Conversation' })
  const height = async () => (await sheet.boundingBox())?.height ?? 0
  const shrink = page.getByRole('button', { name: 'Shrink conversation' })

  await test.step('the text of a comment does not cover the buttons above it', async () => {
    for (const name of ['Resolve', 'Reply', 'Actions for comment 1'])
      expect(
        await hitHeight(commentItem(page, 'Too pale.').getByRole('button', { name, exact: true })),
      ).toBeGreaterThanOrEqual(44)
  })

  await test.step('above a keyboard, the picture is as large as before and shows the mark', async () => {
    const pin = page.getByRole('button', { name: /^Comment 1:/ })
    const image = page.getByTestId('stage').locator('img')
    await expect(pin).toBeVisible()
    const before = await image.boundingBox()
    await commentItem(page, 'Too pale.').getByRole('button', { name: 'Reply', exact: true }).tap()
    await expect(commentItem(page, 'Too pale.').getByRole('textbox')).toBeFocused()
    for (const lower of [500, 400]) {
      await page.setViewportSize({ width: 390, height: lower })
      await expect(page.getByTestId('stage-header')).toBeHidden()
      await expect(pin).toBeInViewport({ ratio: 1 })
      const shown = await image.boundingBox()
      expect([shown?.width, shown?.height]).toEqual([before?.width, before?.height])
      // The form covers no part of the pin.
      const box = await pin.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((await sheet.boundingBox())?.y ?? 0)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await commentItem(page, 'Too pale.').getByRole('button', { name: 'Cancel' }).tap()
    await expect(pin).toBeVisible()
    await expect.poll(height).toBeLessThan(400)
  })

  await test.step('a flick upwards expands the conversation, a flick sideways does not', async () => {
    const card = await commentItem(page, 'Too pale.').boundingBox()
    const y = (card?.y ?? 0) + 60
    await flick(page, [120, y], [120, y - 60], [120, y - 140])
    await expect.poll(height).toBeGreaterThan(550)
    await shrink.tap()
    await expect.poll(height).toBeLessThan(400)
    await flick(page, [250, y], [180, y - 10], [90, y - 40])
    await expect(commentItem(page, 'Long.').locator('[data-thread-button]')).toHaveAttribute(
      'aria-current',
      'true',
    )
    expect(await height()).toBeLessThan(400)
  })

  await test.step('a flick upwards scrolls a long comment before it expands the conversation', async () => {
    const card = commentItem(page, 'Long.')
    const box = await card.boundingBox()
    const y = (box?.y ?? 0) + 100
    await flick(page, [195, y], [195, y - 30], [195, y - 70])
    await expect.poll(() => card.evaluate(each => each.scrollTop)).toBeGreaterThan(0)
    expect(await height()).toBeLessThan(400)
  })

  await test.step('a button on a card says that earlier replies are hidden, and shows them', async () => {
    const card = commentItem(page, 'Too pale.')
    // Chromium may treat a tap right after a flick as the end of the flick, so the tap is repeated.
    await expect(async () => {
      await page.getByRole('button', { name: 'Previous comment' }).tap()
      await expect(card.locator('[data-thread-button]')).toHaveAttribute('aria-current', 'true', {
        timeout: 1000,
      })
    }).toPass()
    await expect(card.getByText('The second answer.')).toBeInViewport({ ratio: 1 })
    await expect(card.getByText('The first answer.')).toHaveCount(0)
    const earlier = card.getByRole('button', { name: '1 earlier reply' })
    await expect(earlier).toHaveText('1 earlier')
    expect(await hitHeight(earlier)).toBeGreaterThanOrEqual(44)
    await earlier.tap()
    await expect.poll(height).toBeGreaterThan(550)
    await expect(commentList(page).getByText('The first answer.')).toBeInViewport({ ratio: 1 })
    await expect(earlier).toHaveCount(0)
  })
})

test('on a phone, a flick downwards closes the card of the verdict, which keeps its text', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(600, 1200))
  await open(`/reviews/${reviewId}`)
  const field = verdictCard(page).getByRole('textbox')
  await verdictButton(page).tap()
  await field.fill('Close, but the totals wrap.')

  await test.step('a flick in the text field does not close the verdict card', async () => {
    const box = await field.boundingBox()
    const top = (box?.y ?? 0) + 10
    await flick(page, [195, top], [195, top + 40], [195, top + 90])
    await expect(field).toBeVisible()
  })
  await test.step('a flick that begins at its heading closes the verdict card', async () => {
    await expect(async () => {
      const heading = await verdictCard(page).getByRole('heading').boundingBox({ timeout: 1000 })
      const y = (heading?.y ?? 0) + 8
      await flick(page, [195, y], [195, y + 60], [195, y + 160])
      await expect(field).toHaveCount(0, { timeout: 1000 })
    }).toPass()
    await verdictButton(page).tap()
    await expect(field).toHaveValue('Close, but the totals wrap.')
  })
})

test('the Back button of Android closes the menu, the list of evidence and the search', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(600, 1200))
  await keepCloseWatchers(page)
  await open('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  const search = page.getByRole('combobox', { name: 'Search commands' })

  await test.step('the Back button of Android closes the menu of the page', async () => {
    await menu.tap()
    await expect(menu).toHaveCount(0)
    await pressBack(page)
    await expect(menu).toBeVisible()
  })
  await test.step('the Back button of Android closes the search that the menu opened', async () => {
    await menu.tap()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Search/ })
      .tap()
    await expect(search).toBeVisible()
    await pressBack(page)
    await expect(search).toHaveCount(0)
  })
  await test.step('the Back button of Android closes the list of evidence', async () => {
    await open(`/reviews/${reviewId}`)
    await page.getByRole('button', { name: /^All evidence/ }).tap()
    const list = page.getByRole('dialog', { name: 'Evidence' })
    await expect(list).toBeVisible()
    await pressBack(page)
    await expect(list).toHaveCount(0)
  })
})

test('on a phone, compared images are arranged so that they are as large as possible', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { body: thread } = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
    kind: 'review',
    body: 'On which screens?',
  })
  await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'On all of them.' })
  const wide = await upload(agent, reviewId, await pngImage(1280, 800), { title: 'Wide' })
  const narrow = await upload(agent, reviewId, await pngImage(390, 844), { title: 'Narrow' })
  await revise(agent, wide.artifactId, await pngImage(1280, 801))
  await revise(agent, narrow.artifactId, await pngImage(390, 845))
  const widths = () =>
    comparedImages(page).evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().width)))
  const least = async () => Math.min(...(await widths()), Infinity)

  await test.step('wide images are next to each other on a small phone', async () => {
    await open(`/reviews/${reviewId}?compare=side-by-side#${wide.artifactId}`)
    await expect(comparedImages(page)).toHaveCount(2)
    await expect.poll(least).toBeGreaterThan(140)
    await expect(page.getByTestId('compare-tag')).toHaveText(['r1', 'r2 · latest'])
    for (const tag of await page.getByTestId('compare-tag').all())
      expect(await tag.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0)
  })
  await test.step('narrow images are next to each other on a large phone, wide ones are not', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(least).toBeGreaterThan(200)
    await open(`/reviews/${reviewId}?compare=side-by-side#${narrow.artifactId}`)
    await expect(comparedImages(page)).toHaveCount(2)
    await expect.poll(least).toBeGreaterThan(130)
  })
})

test('a double tap leaves no focus ring around the stage', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await pngImage(600, 600))
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  const ring = () =>
    stage.evaluate(each => [
      getComputedStyle(each).outlineStyle,
      getComputedStyle(each, '::after').outlineStyle,
    ])
  await settled(page)
  const before = await stage.locator('img').boundingBox()
  const at = { x: (before?.x ?? 0) + 100, y: (before?.y ?? 0) + 100 }
  await doubleTap(page, at.x, at.y)
  await expect(stage).toBeFocused()
  await expect
    .poll(async () => (await stage.locator('img').boundingBox())?.width)
    .toBeGreaterThan((before?.width ?? 0) * 2)
  expect(await ring()).toEqual(['none', 'none'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(stage).toBeFocused()
  expect(await ring()).not.toEqual(['none', 'none'])
})

test('in the inbox, a picture that is still loading has no checkerboard', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(600, 600))
  const release = await holdRequests(page, url => url.pathname.startsWith('/e/'))
  // Opening the page does not wait for its images, which are held.
  await open('/')
  const picture = page.getByRole('main').locator('a img').first()
  await expect(picture).toBeAttached()
  await expect(picture).toHaveCSS('background-image', 'none')
  release()
  await expect(picture).not.toHaveCSS('background-image', 'none')
})

test('on a tablet, the links of the sidebar and the buttons of a contact sheet are easy to hit', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  await joined(server, person, 'Mia Wong', 'member')
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 600))
  await revise(agent, artifactId, await pngImage(600, 610))
  await page.setViewportSize({ width: 820, height: 1180 })
  await open('/')
  const low: string[] = []
  const measure = async (controls: ReturnType<typeof page.locator>) => {
    await expect(controls.first()).toBeVisible()
    for (const each of await controls.all()) {
      const box = await each.boundingBox()
      if ((box?.height ?? 0) < 44) low.push(`${await each.textContent()}: ${box?.height}`)
    }
  }
  await measure(
    page
      .getByRole('navigation', { name: 'Main' })
      .locator('a, button')
      .filter({ hasText: /^(?! ?Exhibit)/ }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/reviews/${reviewId}?compare=revisions`)
  await measure(page.getByRole('button', { name: /^(Comment on|Open) r\d/ }))
  expect(low).toEqual([])
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
])
  test(`on a phone, the form of each card is in view with its field (${viewport.width} px)`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.setViewportSize(viewport)
    // The height of the conversation changes in an animation.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
    const threads: Thread[] = []
    for (let n = 1; n <= 8; n++)
      threads.push(
        await annotate(person.call, artifactId, `Comment no. ${n}. ${'It has some lines. '.repeat(n)}`, {
          geometry: { x: 0.5, y: n / 10 },
        }),
      )
    const { revisionId } = await revise(agent, artifactId, await pngImage(600, 1200))
    for (const { threadId } of [threads[3], threads[5]].flatMap(each => each ?? []))
      await agent('POST', `/v1/threads/${threadId}/address`, { revisionId, body: 'Stronger now.' })
    await open(`/reviews/${reviewId}`)
    const numbers = () =>
      commentList(page)
        .locator('> li')
        .evaluateAll(items => items.map(each => /no\. (\d)/.exec(each.textContent)?.[1] ?? '').join(' '))
    const order = '4 6 1 2 3 5 7 8'
    await expect.poll(numbers).toBe(order)
    for (const [index, number] of order.split(' ').entries())
      for (const name of index < 2 ? ['Reply', 'Not yet'] : ['Reply'])
        await test.step(`${name} in the card of comment ${number}`, async () => {
          const id = threads[Number(number) - 1]?.threadId
          const card = page.locator(`[id="${id}"]`)
          // Loads the page anew, as a link to the comment does.
          await page.goto('about:blank')
          await open(`/reviews/${reviewId}#${id}`)
          await expect(card).toBeInViewport({ ratio: 0.9 })
          await card.getByRole('button', { name, exact: true }).tap()
          await expect(card.getByRole('textbox')).toBeFocused()
          await settled(page)
          await expect(card.getByRole('textbox')).toBeInViewport({ ratio: 1 })
          await expect(card.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
          expect(await numbers()).toBe(order)
          await page.getByRole('button', { name: 'Cancel' }).tap()
          await expect(card.getByRole('textbox')).toHaveCount(0)
          // Canceling "Not yet" makes the comment a fix again.
          await expect(card.getByRole('button', { name, exact: true })).toBeVisible()
        })
  })

test('on a phone, a form has one line while it is empty, and a text has the whole width', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  await annotate(person.call, artifactId, 'Too pale.', { geometry: { x: 0.5, y: 0.2 } })
  await open(`/reviews/${reviewId}`)
  const box = async (each: Locator) => {
    const found = await each.boundingBox()
    if (!found) throw new Error('The element is not shown.')
    return { ...found, middle: found.y + found.height / 2, right: found.x + found.width }
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })

  await test.step('the form of a comment on a spot', async () => {
    await pressImage(page, 0.5, 0.6, 'tap')
    await expect(spotField(page)).toBeVisible()
    await expect(button('Add to review')).toHaveCount(0)
    const empty = await box(spotField(page))
    expect(empty.width).toBeGreaterThan(180)
    for (const name of ['Discard', 'Attach images', 'Send'])
      expect(Math.abs((await box(button(name))).middle - empty.middle)).toBeLessThan(4)
    await spotField(page).fill('T')
    await expect(button('Add to review')).toHaveText('Add to review')
    await expect(button('Send')).toHaveText('Send')
    const field = await box(spotField(page))
    expect(field.width).toBeGreaterThan(340)
    for (const name of ['Discard', 'Attach images', 'Add to review', 'Send']) {
      const { y, right } = await box(button(name))
      expect([name, y >= field.y + field.height - 1, right <= 390]).toEqual([name, true, true])
    }
    const middles = ['Discard', 'Attach images', 'Add to review', 'Send'].map(
      async name => (await box(button(name))).middle,
    )
    const all = await Promise.all(middles)
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(4)
    await button('Discard').tap()
  })

  await test.step('the form of a reply', async () => {
    await commentItem(page, 'Too pale.').getByRole('button', { name: 'Reply', exact: true }).tap()
    const field = commentItem(page, 'Too pale.').getByRole('textbox')
    await field.fill('T')
    const { y, height, width } = await box(field)
    expect(width).toBeGreaterThan(270)
    for (const name of ['Cancel', 'Attach images', 'Add to review', 'Send reply'])
      expect((await box(button(name))).y).toBeGreaterThanOrEqual(y + height - 1)
  })
})
