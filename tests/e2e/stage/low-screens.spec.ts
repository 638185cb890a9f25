import type { Page } from '@playwright/test'
import { revise, upload } from '../../support/reviews/uploads'
import { findings } from '../../support/browser/checks/axe'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { stagePoints, expandTools } from '../../support/browser/stage'

const stage = (page: Page) => page.getByRole('main', { name: /^Stage/ })
const talk = (page: Page) => page.getByRole('complementary', { name: 'Conversation' })

async function boxOf(page: Page, which: (page: Page) => ReturnType<Page['locator']>) {
  const box = await which(page).boundingBox()
  if (!box) throw new Error('It has no box.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test.use({ hasTouch: true })

test.describe('a review fits half of a phone screen', () => {
  test.use({ viewport: { width: 390, height: 480 } })

  test('on half of a phone screen, a comparison and the notice of an older revision fit', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await plainImage(1000, 500))
    for (const height of [501, 600, 620]) await revise(agent, artifactId, await plainImage(1000, height))
    await open(`/reviews/${reviewId}?compare=difference`)

    await test.step('the compare modes and the close button are below the compared images', async () => {
      const compared = page.getByTestId('compare')
      const images = compared.locator('[role=group] img')
      const bar = page.locator('[data-change-bar]')
      const toolbar = page.getByRole('toolbar', { name: 'Compare' })
      await expect(toolbar).toBeInViewport({ ratio: 1 })
      await expect(bar).toContainText('Next')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 480 })
        const tools = await boxOf(page, () => toolbar)
        // Waits until the images are placed, which happens after the page has got its new size.
        await expect
          .poll(async () => {
            const [image, result] = [await boxOf(page, () => images), await boxOf(page, () => bar)]
            return image.bottom <= result.y && result.bottom <= tools.y
          })
          .toBe(true)
        const cut = await bar
          .locator('span:not(.sr-only)')
          .evaluateAll(all =>
            all
              .filter(each => each.clientWidth > 1 && each.scrollWidth > each.clientWidth)
              .map(each => each.textContent),
          )
        expect(cut).toEqual([])
      }
      await toolbar.getByRole('button', { name: 'Onion skin (O)' }).tap()
      await expect(compared).toHaveAttribute('data-mode', 'onion-skin')
      await toolbar.getByRole('button', { name: 'Close comparison (Esc)' }).tap()
      await expect(compared).toHaveCount(0)
    })

    await test.step('a notice on the stage states that an older revision is shown', async () => {
      // The stage is now too low for a toolbar over the image, so the toolbar is hidden.
      await page.setViewportSize({ width: 390, height: 400 })
      await expect(page.getByTestId('stage').locator('img')).toBeVisible()
      await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeHidden()
      for (let times = 0; times < 3; times++) await page.keyboard.press('[')
      const notice = page.getByTestId('stage-notice')
      await expect(notice).toContainText('Viewing r1 of 4')
      await expect(notice).toBeInViewport({ ratio: 1 })
      expect(await findings(page)).toEqual([])
      await notice.getByRole('button', { name: 'Go to latest' }).tap()
      await expect(notice).toBeHidden()
    })
  })
})

test.describe('a review fits a phone in landscape', () => {
  test.use({ viewport: { width: 844, height: 390 } })

  test('the conversation is next to the stage in landscape, and below the stage in portrait', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    // The row with the verdict also has reviewers, a verdict and a pending comment.
    await person.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [person.id] })
    await person.call('POST', `/api/reviews/${reviewId}/pending-comments`, { kind: 'review', body: 'Later.' })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
    const { artifactId } = await upload(agent, reviewId, await plainImage(1000, 600))
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Here.',
    })
    await open(`/reviews/${reviewId}`)
    const image = page.getByTestId('stage').locator('img')
    const toolbar = page.getByRole('toolbar', { name: 'Tools' })
    await expect(image).toBeVisible()

    await test.step('in landscape, the picture has the full height and 60 % of the width', async () => {
      const [shown, talkBox] = [await boxOf(page, stage), await boxOf(page, talk)]
      expect([shown.x, shown.y, shown.bottom]).toEqual([0, 0, 390])
      expect(shown.width).toBeGreaterThanOrEqual(844 * 0.6)
      expect((await image.boundingBox())?.width).toBeGreaterThanOrEqual(shown.width - 24)
      expect([talkBox.x, talkBox.right, talkBox.bottom]).toEqual([shown.right, 836, 382])
      await expect(page.getByRole('button', { name: /conversation$/ })).toHaveCount(0)
      await expect(talk(page).getByText('Here.')).toBeVisible()
      await expect(talk(page).locator('[data-composer]')).toBeInViewport({ ratio: 1 })
      for (const name of ['Tools', /^Actions for /, /^Review\. /])
        await expect(page.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 })
      expect(await findings(page)).toEqual([])
    })

    await test.step('in landscape, one row above the picture has the title and the tools', async () => {
      const picture = await boxOf(page, () => image)
      const button = (name: RegExp | string) => page.getByRole('button', { name, exact: true })
      const row = [page.getByRole('heading', { level: 1 }), button('Tools'), button(/: evidence details$/)]
      for (const part of row) expect((await boxOf(page, () => part)).bottom).toBeLessThanOrEqual(picture.y)
      // The verdict is at the lower edge of the conversation.
      const [verdict, talkBox] = [await boxOf(page, () => button(/^Review\. /)), await boxOf(page, talk)]
      expect(verdict.y).toBeGreaterThan(talkBox.y + talkBox.height / 2)
      await expect(page.getByRole('button', { name: /^1 pending/ })).toBeVisible()
      expect(verdict.right).toBeLessThanOrEqual(talkBox.right - 8)
    })

    await test.step('in a comparison, the modes are above the picture, and no bar covers it', async () => {
      await revise(agent, artifactId, await plainImage(1000, 610))
      await page.getByRole('button', { name: 'Difference', exact: true }).tap()
      const compare = page.getByRole('toolbar', { name: 'Compare' })
      await expect(page.locator('[data-change-bar]')).toContainText('change')
      const part = (which: string | typeof compare) =>
        boxOf(page, () => (typeof which === 'string' ? page.locator(which).first() : which))
      await expect
        .poll(async () => {
          const picture = await part('[data-testid=compare] [role=group] img')
          return (
            (await part(compare)).bottom <= picture.y &&
            picture.bottom <= (await part('[data-change-bar]')).y &&
            picture.height >= 390 * 0.55
          )
        })
        .toBe(true)
      await compare.getByRole('button', { name: 'Close comparison (Esc)' }).tap()
    })

    await test.step('a button of the expanded toolbar gives the whole screen to the picture', async () => {
      await expandTools(page)
      const hide = page.getByRole('button', { name: 'Hide panels' })
      await hide.tap()
      await expect(talk(page)).toBeHidden()
      await expect.poll(async () => (await boxOf(page, stage)).width).toBe(844)
      await hide.tap()
      await expect(talk(page)).toBeVisible()
      await toolbar.getByRole('button', { name: 'Close the tools' }).tap()
    })

    await test.step('above a keyboard, the comment form is next to the picture, which stays', async () => {
      await open(`/reviews/${reviewId}`)
      const at = await stagePoints(page)
      const field = page.getByLabel('Comment on this spot')
      const send = page.getByRole('button', { name: 'Send', exact: true })
      const before = await image.boundingBox()
      for (const y of [0.2, 0.85]) {
        const spot = await at(0.3, y)
        await page.touchscreen.tap(spot.x, spot.y)
        await expect(field).toBeFocused()
        expect(await image.boundingBox()).toEqual(before)
        await page.setViewportSize({ width: 844, height: 190 })
        for (const part of [field, send.first()]) await expect(part).toBeInViewport({ ratio: 1 })
        const markAt = async () => {
          const now = await image.boundingBox()
          return (now?.y ?? Number.NaN) + (now?.height ?? Number.NaN) * y
        }
        await expect.poll(markAt).toBeLessThan(190)
        if (y === 0.2) expect(await image.boundingBox()).toEqual(before)
        await page.setViewportSize({ width: 844, height: 390 })
        await page.getByRole('button', { name: 'Discard' }).tap()
        await expect(field).toHaveCount(0)
        await expect.poll(() => image.boundingBox()).toEqual(before)
      }
    })

    await test.step('in a low window, the whole toolbar is in view', async () => {
      await page.setViewportSize({ width: 844, height: 300 })
      await expandTools(page)
      await expect(toolbar).toBeInViewport({ ratio: 1 })
      await toolbar.getByRole('button', { name: 'Close the tools' }).tap()
    })

    await test.step('in portrait, the conversation is below the stage and keeps its text', async () => {
      await page.setViewportSize({ width: 844, height: 390 })
      await talk(page).locator('[data-composer]').fill('Half a sentence')
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(async () => (await boxOf(page, talk)).width).toBe(390)
      const [shown, below] = [await boxOf(page, stage), await boxOf(page, talk)]
      expect([below.x, below.y, below.bottom]).toEqual([0, shown.bottom, 844])
      // While a comment is written, its form replaces the conversation.
      expect(below.height).toBeLessThan(844 * 0.38)
      expect([shown.x, shown.y, shown.width]).toEqual([0, 52, 390])
      await expect(page.getByRole('button', { name: 'Hide panels' })).toBeHidden()
      await expect(talk(page).locator('[data-composer]')).toHaveValue('Half a sentence')
    })

    await test.step('an expanded conversation covers no part of an image', async () => {
      await talk(page).locator('[data-composer]').fill('')
      await talk(page).locator('[data-composer]').blur()
      await expandTools(page)
      await expect(toolbar).toBeVisible()
      // The expanded tools have lowered the conversation.
      await page.getByRole('button', { name: 'Expand conversation' }).tap()
      await page.getByRole('button', { name: 'Expand conversation' }).tap()
      await expect(page.getByRole('button', { name: 'Shrink conversation' })).toBeVisible()
      const [shown, area] = [await image.boundingBox(), await page.getByTestId('stage').boundingBox()]
      expect(shown?.y).toBeGreaterThanOrEqual(area?.y ?? 0)
      await page.getByRole('button', { name: 'Shrink conversation' }).tap()
      await expect(toolbar).toBeVisible()
    })
  })
})
