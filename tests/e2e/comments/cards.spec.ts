import type { Locator, Page } from '@playwright/test'
import { pressImage, spotField } from '../../support/browser/comment-forms'
import { joined } from '../../support/people/sign-up'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'
import { revise, upload } from '../../support/reviews/uploads'
import { verdictButton, verdictCard } from '../../support/browser/verdict-card'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

/** Waits until the page has loaded the code that it preloads. */
async function preloaded(page: Page, scripts: ReadonlySet<unknown>) {
  // The page preloads code when it is idle.
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
  await expect.poll(() => scripts.size).toBe(0)
}

/** Returns the scripts that the page is loading. */
function loadingScripts(page: Page): ReadonlySet<unknown> {
  const scripts = new Set<unknown>()
  page.on('request', each => each.resourceType() === 'script' && scripts.add(each))
  page.on('requestfinished', each => scripts.delete(each))
  page.on('requestfailed', each => scripts.delete(each))
  return scripts
}

/** Expects that a comment is selected, and that its card is in the middle of the row and does not move. */
async function expectShown(page: Page, text: string) {
  const card = commentItem(page, text)
  await expect(card.locator('[data-thread-button]')).toHaveAttribute('aria-current', 'true')
  await expect
    .poll(() =>
      card.evaluate(async element => {
        const left = () => element.getBoundingClientRect().left
        const before = left()
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
        const { width } = element.getBoundingClientRect()
        return left() === before && Math.abs(before + width / 2 - innerWidth / 2) < 20
      }),
    )
    .toBe(true)
}

test('on a phone, the picture keeps its place while a person steps through comments', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 400))
  for (const body of ['Short.', `Long. ${'A comment of several lines. '.repeat(5)}`, 'Last.'])
    await annotate(person.call, artifactId, body)
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  const places: unknown[] = []
  for (const text of ['Short.', 'Long.', 'Last.']) {
    await expect(commentItem(page, text)).toBeInViewport({ ratio: 0.9 })
    // The height of the row changes in an animation.
    await page.waitForFunction(() => document.getAnimations().length === 0)
    places.push(await stage.boundingBox())
    if (text !== 'Last.') await page.getByRole('button', { name: 'Next comment' }).tap()
  }
  expect(places[1]).toEqual(places[0])
  expect(places[2]).toEqual(places[0])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`on a phone, the card of the selected comment stays in view (${reducedMotion})`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ reducedMotion })
    const image = await pngImage(600, 1200)
    for (const title of ['Home', 'Search']) {
      const { artifactId } = await upload(agent, reviewId, image, { title })
      for (let n = 1; n <= 12; n++)
        await annotate(person.call, artifactId, `${title} ${n}.`, { geometry: { x: 0.5, y: n / 14 } })
    }
    await open(`/reviews/${reviewId}`)
    const resolve = async (text: string) =>
      commentItem(page, text).getByRole('button', { name: 'Resolve' }).tap()
    const pin = (number: number) =>
      page.getByTestId('stage').getByRole('button', { name: new RegExp(`^Comment ${number}:`) })

    await test.step('resolving a comment shows the next one, and Undo shows the comment again', async () => {
      await pin(11).tap()
      await expectShown(page, 'Home 11.')
      await resolve('Home 11.')
      await expectShown(page, 'Home 12.')
      await undo(page).tap()
      await expectShown(page, 'Home 11.')
    })

    await test.step('resolving the last comment of an image shows the first of the next image', async () => {
      await page.getByRole('button', { name: 'Next comment' }).tap()
      await expectShown(page, 'Home 12.')
      await resolve('Home 12.')
      await expect(page.getByRole('main', { name: 'Stage: Search' })).toBeVisible()
      await expectShown(page, 'Search 1.')
      await undo(page).tap()
      await expect(page.getByRole('main', { name: 'Stage: Home' })).toBeVisible()
      await expectShown(page, 'Home 12.')
    })

    await test.step('a resize while the cards scroll keeps the selected comment in view', async () => {
      await pin(1).tap()
      await page.setViewportSize({ width: 390, height: 700 })
      await expectShown(page, 'Home 1.')
      await pin(10).tap()
      await page.setViewportSize({ width: 412, height: 844 })
      await expectShown(page, 'Home 10.')
      await page.setViewportSize({ width: 390, height: 844 })
      await expectShown(page, 'Home 10.')
    })

    await test.step('a new comment is shown while the keyboard closes', async () => {
      await pressImage(page, 0.1, 0.3, 'tap')
      await expect(spotField(page)).toBeFocused()
      await page.setViewportSize({ width: 390, height: 500 })
      await spotField(page).fill('Written above a keyboard.')
      await page.getByRole('button', { name: 'Send' }).tap()
      await page.setViewportSize({ width: 390, height: 844 })
      await expectShown(page, 'Written above a keyboard.')
    })
  })

test('on a phone, a change that fails without a network shows an error and its comment again', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  for (const [index, body] of ['First', 'Second'].entries())
    await annotate(person.call, artifactId, body, { geometry: { x: 0.5, y: 0.2 + index * 0.4 } })
  const scripts = loadingScripts(page)
  await open(`/reviews/${reviewId}`)
  await preloaded(page, scripts)
  const banner = page.getByText("Can't reach the server. Unsent text")

  await test.step('resolving a comment with the first tap fails offline with a message', async () => {
    await page.context().setOffline(true)
    await commentItem(page, 'First').locator('[data-thread-button]').tap()
    await commentItem(page, 'First').getByRole('button', { name: 'Resolve' }).tap()
    await expect(page.getByText('Comment 1 was not changed')).toBeVisible()
    await expect(banner).toBeVisible()
    await expectShown(page, 'First')
  })

  await test.step('the message about the connection disappears when the browser is online', async () => {
    const returned = page.waitForResponse('**/api/health')
    await page.context().setOffline(false)
    await returned
    await expect(banner).toHaveCount(0)
  })
})

test('on a phone, a card shows its author’s whole name, and is as high as before after a reply', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const author = await joined(server, person, 'Tomasz Kowalski', 'member')
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  const { threadId } = await annotate(author.call, artifactId, 'Too pale.', { geometry: { x: 0.5, y: 0.2 } })
  await annotate(person.call, artifactId, 'Too wide. '.repeat(40), { geometry: { x: 0.5, y: 0.8 } })
  for (let n = 1; n <= 8; n++)
    await person.call('POST', `/v1/threads/${threadId}/replies`, { body: `Reply ${n}.` })
  const { revisionId } = await revise(agent, artifactId, await pngImage(600, 1200))
  await agent('POST', `/v1/threads/${threadId}/address`, { revisionId, body: 'Stronger.' })
  const { threadId: long } = await annotate(author.call, artifactId, 'Too dark. '.repeat(20), {
    geometry: { x: 0.5, y: 0.5 },
  })
  await revise(agent, artifactId, await pngImage(600, 1200))
  await agent('POST', `/v1/threads/${long}/address`, { body: 'Lighter now. '.repeat(20) })
  await open(`/reviews/${reviewId}#${threadId}`)
  const card = commentItem(page, 'Too pale.')

  await test.step('the newest reply and the buttons of a fixed comment are in its card', async () => {
    for (const [id, answer] of [
      [long, /^(Lighter now. )+/],
      [threadId, 'Stronger.'],
    ] as const)
      for (const size of [
        { width: 360, height: 740 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(size)
        await open(`/reviews/${reviewId}#${id}`)
        const fixed = page.locator(`[id="${id}"]`)
        await expect(fixed.getByText(answer)).toBeInViewport({ ratio: 1 })
        for (const name of [
          'Resolve',
          'Not yet',
          'Compare r1 and r2 at this spot',
          'Compare r2 and r3 at this spot',
        ])
          if (await fixed.getByRole('button', { name }).count())
            await expect(fixed.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
        expect(await fixed.evaluate(each => each.scrollHeight - each.clientHeight)).toBe(0)
        await expect(fixed.getByText('Reply 8.')).toHaveCount(0)
      }
  })

  await test.step('the author of an addressed comment is not cut off in its card', async () => {
    const name = card.locator('[data-thread-button]').getByText('Tomasz Kowalski')
    await expect(name).toBeVisible()
    expect(await name.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
    for (const action of ['Not yet', 'Resolve', 'Reply'])
      expect(
        (await card.getByRole('button', { name: action, exact: true }).boundingBox())?.height,
      ).toBeGreaterThanOrEqual(44)
  })

  await test.step('the reply form is below the end of the thread, and hides the next comment', async () => {
    const sheet = page.getByRole('complementary', { name: 'Conversation' })
    const height = async () => Math.round((await sheet.boundingBox())?.height ?? 0)
    const before = await height()
    await card.getByRole('button', { name: 'Reply', exact: true }).tap()
    await expect(card.getByRole('textbox')).toBeFocused()
    await expect.poll(height).toBeGreaterThan(550)
    await expect(card.getByText('Stronger.')).toBeInViewport({ ratio: 1 })
    await expect(card.getByRole('button', { name: 'Send reply' })).toBeInViewport({ ratio: 1 })
    await expect(commentItem(page, 'Too wide.')).not.toBeInViewport({ ratio: 0.5 })
    await card.getByRole('textbox').fill('Better, thanks.')
    await card.getByRole('button', { name: 'Send reply' }).tap()
    await expect.poll(height).toBe(before)
    await expectShown(page, 'Too pale.')
  })

  await test.step('the card of the evidence details has the text “Looks good”', async () => {
    await page.getByRole('button', { name: /: evidence details$/ }).tap()
    await expect(page.getByRole('dialog').getByText('Looks good')).toBeInViewport({ ratio: 1 })
  })
})

test('on a phone, the button that counts pending comments shares a row with other buttons', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  await annotate(person.call, artifactId, 'First')
  await open(`/reviews/${reviewId}`)
  const submit = page.getByRole('button', { name: 'Submit review' }).filter({ visible: true })
  const middleOf = async (each: Locator) => {
    const box = await each.boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  const expectInOneRow = (one: Locator, other: Locator) =>
    expect
      .poll(async () => Math.abs(((await middleOf(one)) ?? NaN) - ((await middleOf(other)) ?? NaN)))
      .toBeLessThanOrEqual(1)
  const tools = page.getByRole('button', { name: 'Tools', exact: true })

  await test.step('on a phone, the round tools button is hidden while a comment is written', async () => {
    await expect(tools).toBeVisible()
    await pressImage(page, 0.2, 0.2, 'tap')
    await expect(spotField(page)).toBeVisible()
    await expect(tools).toBeHidden()
    await spotField(page).fill('Second')
    await page.getByRole('button', { name: 'Add to review' }).tap()
    await expect(tools).toBeVisible()
  })

  await test.step('the button “Review” counts pending comments in the row of “Next comment”', async () => {
    await expect(verdictButton(page)).toHaveAccessibleName(/1 pending$/)
    await expectInOneRow(verdictButton(page), page.getByRole('button', { name: 'Next comment' }))
  })

  await test.step('in the expanded conversation, the pending button is next to the verdict', async () => {
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await expect(submit).toHaveText('1 pending')
    await expectInOneRow(submit, verdictButton(page))
    await submit.tap()
    await expect(verdictCard(page)).toBeVisible()
  })
})

test('on a phone, the card of a fix opens a comparison of its spot that nothing covers', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1200, 800))
  const { threadId } = await annotate(person.call, artifactId, 'Too pale.', {
    kind: 'rectangle',
    geometry: { x: 0.4, y: 0.4, width: 0.1, height: 0.1 },
  })
  const { revisionId } = await revise(agent, artifactId, await pngImage(1200, 800))
  await agent('POST', `/v1/threads/${threadId}/address`, { revisionId, body: 'Stronger.' })
  await open(`/reviews/${reviewId}`)
  const boxOf = async (shown: Locator) => {
    const box = await shown.boundingBox()
    if (!box) throw new Error('It has no box.')
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }

  await test.step('on a phone, the round buttons of the stage cover no part of the picture', async () => {
    const image = page.getByTestId('stage').locator('img')
    await expect(image).toBeVisible()
    const difference = page.getByRole('button', { name: 'Difference', exact: true })
    await expect
      .poll(async () => {
        const [shown, button] = [await boxOf(image), await boxOf(difference)]
        return shown.bottom <= button.y || shown.right <= button.x
      })
      .toBe(true)
  })

  await test.step('each side of the fix has its label above and the comment’s outline on it', async () => {
    const card = commentItem(page, 'Too pale.')
    for (const state of await card.locator('svg:has([data-testid=crop-mark])').all())
      await expect(state).toBeInViewport({ ratio: 0.9 })
    await card.getByRole('button', { name: 'Compare r1 and r2 at this spot' }).tap()
    const compared = page.getByTestId('compare')
    const sides = compared.locator('section')
    await expect(sides).toHaveCount(2)
    await expect(sides.first().locator('canvas')).toHaveCount(1)
    await expect(sides.last().getByTestId('opposite-mark')).toBeVisible()
    const parts = await Promise.all(
      (await sides.all()).flatMap(side => [
        boxOf(side.getByTestId('compare-tag')),
        boxOf(side.getByRole('group')),
      ]),
    )
    const all = [...parts, await boxOf(page.getByRole('toolbar', { name: 'Compare' }))]
    for (const [index, part] of all.slice(1).entries())
      expect(part.y).toBeGreaterThan(all[index]?.bottom ?? 0)
  })
})

test('on a phone, a reply to a comment that is not selected keeps its mark in view', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 1500))
  const { threadId } = await annotate(person.call, artifactId, 'Low.', { geometry: { x: 0.5, y: 0.9 } })
  await open(`/reviews/${reviewId}`)
  const pin = page.locator(`[data-mark="${threadId}"]`)
  await expect(pin).toBeInViewport()
  await commentItem(page, 'Low.').getByRole('button', { name: 'Reply', exact: true }).tap()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const bottom = async () => {
    const [mark, talk] = await Promise.all([
      pin.boundingBox(),
      page.getByRole('complementary', { name: 'Conversation' }).boundingBox(),
    ])
    return mark && talk && mark.y + mark.height <= talk.y + 1 && mark.y > 40
  }
  await expect.poll(bottom).toBe(true)
})
