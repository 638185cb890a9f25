import type { Locator, Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import { bodiesOf } from '../../support/reviews/comments'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { pngImage } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'
import { sendInCard, verdictButton, verdictCard, verdictComment } from '../../support/browser/verdict-card'

const openPanel = (page: Page) => verdictButton(page).click()
/** Returns whether the button shows the name of the verdict without cutting it off. */
const isWhole = (button: Locator) =>
  button.evaluate(each =>
    [...each.querySelectorAll(':not(.sr-only)')].every(part => part.scrollWidth <= part.clientWidth + 1),
  )
/** Returns the spaces in pixels around and between the text and the buttons of a dialog. */
const spaces = (dialog: Locator) =>
  dialog.evaluate(each => {
    const boxOf = (selector: string) => (each.querySelector(selector) ?? each).getBoundingClientRect()
    const frame = each.getBoundingClientRect()
    const [title, text] = [boxOf('h2'), boxOf('p')]
    const buttons = [...each.querySelectorAll('[data-slot=footer] button')]
    const button = (buttons.at(-1) ?? each).getBoundingClientRect()
    return {
      top: Math.round(title.top - frame.top),
      between: Math.round(button.top - text.bottom),
      bottom: Math.round(frame.bottom - button.bottom),
      start: Math.round(title.left - frame.left),
      end: Math.round(frame.right - button.right),
    }
  })
const verdictOf = (page: Page) => expect(verdictButton(page))

test('a verdict is given by key, with a comment or from a menu, and can be undone', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1280, 800))
  for (const [body, x] of [
    ['Too wide.', 0.4],
    ['Cut off.', 0.6],
  ])
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x, y: 0.4 }, body })
  const other = await newReview(agent, projectId, 'The other one')
  await upload(agent, other, await pngImage(640, 400))
  const review = async () => (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review
  const status = async () => (await review()).status
  const question = page.getByRole('dialog', { name: 'Verify with 2 open comments?' })
  const pressOnStage = async (key: string) => {
    await page.getByTestId('stage').focus()
    // A letter within 300 ms of another one counts as typed text and gives no verdict.
    await page.clock.runFor(300)
    await page.keyboard.press(key)
  }
  // The test controls the clock of the page, from which key events also get their times.
  await page.clock.install()
  await open(`/projects/${projectId}`)

  await test.step('a key or a button of the toast after a verdict opens the next review', async () => {
    await page.getByRole('link', { name: /Totals wrap/ }).click()
    await expect(page.getByRole('heading', { name: 'Totals wrap' })).toBeVisible()
    await pressOnStage('q')
    await expect(page.getByRole('heading', { name: 'The other one' })).toBeVisible()
    await pressOnStage('y')
    await page.getByRole('button', { name: 'Next review' }).click()
    await expect(page.getByRole('heading', { name: 'Totals wrap' })).toBeVisible()
    await pressOnStage('q')
    await expect(page.getByText("You're all caught up")).toBeVisible()
  })

  await test.step('a verdict comment is kept after the card closes and after a reload', async () => {
    await openPanel(page)
    await verdictComment(page).fill('The total wraps.')
    await page.mouse.click(400, 500)
    await expect(verdictCard(page)).toHaveCount(0)
    await openPanel(page)
    await expect(verdictComment(page)).toHaveValue('The total wraps.')
    await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
    await expect(verdictCard(page).getByRole('button', { name: 'Verify with 2 open comments' })).toBeVisible()
    await verdictCard(page).getByRole('radio', { name: 'Request changes' }).check()
    await page.keyboard.press('Escape')
    await expect(verdictCard(page)).toHaveCount(0)
    await expect(verdictButton(page)).toBeFocused()
    await page.reload()
    await page.waitForSelector('html[data-hydrated]')
    await openPanel(page)
    await expect(verdictComment(page)).toHaveValue('The total wraps.')
  })

  await test.step('Ctrl+Enter sends a verdict; the comment is kept if the browser is offline', async () => {
    await verdictCard(page).getByRole('radio', { name: 'Request changes' }).check()
    await page.context().setOffline(true)
    await verdictComment(page).press('Control+Enter')
    await expect(page.getByText('The verdict was not saved')).toBeVisible()
    await expect(verdictComment(page)).toHaveValue('The total wraps.')
    await page.context().setOffline(false)
    await verdictComment(page).press('Control+Enter')
    await expect(page.getByText('Verdict: Changes requested', { exact: true })).toBeVisible()
    await expect(verdictCard(page)).toHaveCount(0)
    expect(await review()).toMatchObject({
      status: 'changes_requested',
      decisionComment: 'The total wraps.',
    })
  })

  await test.step('a verdict card shows who decided and when, and Escape closes only the card', async () => {
    const pin = page.getByRole('button', { name: /^Comment 1:/ })
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await openPanel(page)
    await expect(verdictCard(page).getByRole('listitem')).toHaveText(/Ann\s*Changes requested\s*just now/)
    await expect(verdictComment(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(verdictCard(page)).toHaveCount(0)
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('verifying with open comments needs a confirmation and shows their number', async () => {
    await pressOnStage('y')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await pressOnStage('y')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    expect(await status()).toBe('changes_requested')
    await pressOnStage('y')
    await expect
      .poll(() => spaces(question))
      .toEqual({ top: 24, between: 20, bottom: 24, start: 24, end: 24 })
    await question.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Verdict: Verified with 2 open', { exact: true })).toBeVisible()
    await expect.poll(status).toBe('verified')
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Verified with 2 open')
  })

  await test.step('the toast of a verdict opens the comment field for the same verdict', async () => {
    await page.getByRole('button', { name: 'Add a comment' }).click()
    await expect(verdictComment(page)).toBeFocused()
    await expect(verdictComment(page)).toHaveValue('')
    await expect(verdictCard(page).getByRole('radio', { name: 'Verify' })).toBeChecked()
    const send = verdictCard(page).getByRole('button', { name: 'Verify with 2 open comments' })
    await expect(send).toHaveAttribute('aria-keyshortcuts', /Enter/)
    await page.keyboard.press('Escape')
  })

  await test.step('Ctrl+Z undoes a verdict, and only the last verdict has a toast', async () => {
    await pressOnStage('n')
    await expect(page.getByText('Previously: Verified')).toBeVisible()
    // The text of the toast fits in one line.
    const toast = page.locator('[data-toast]').filter({ hasText: 'Previously: Verified' })
    expect((await toast.boundingBox())?.height).toBeLessThan(56)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect.poll(status).toBe('verified')
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Verified with 2 open')
  })

  await test.step('the list of reviews states the number of open comments of a verified review', async () => {
    await open(`/projects/${projectId}`)
    const row = page.getByRole('link', { name: /Totals wrap/ })
    await expect(row).toContainText('Verified with 2 open')
    await row.click()
  })

  await test.step('on a phone, the verdict card is at the lower edge and works by keyboard', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Expand conversation' }).click()
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isWhole(verdictButton(page))).toBe(true)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await verdictButton(page).press('Enter')
    await expect(verdictComment(page)).toBeFocused()
    await expect
      .poll(async () => {
        const box = await verdictCard(page).boundingBox()
        return box && [box.x, box.width, Math.round(box.y + box.height)]
      })
      .toEqual([0, 390, 844])
    await verdictCard(page).getByRole('radio', { name: 'Verify' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(verdictCard(page).getByRole('radio', { name: 'Request changes' })).toBeChecked()
    expect(await status()).toBe('verified')
    await page.keyboard.press('Control+Enter')
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Changes requested')
    await expect(verdictButton(page)).toBeFocused()
    expect(await status()).toBe('changes_requested')
    await openPanel(page)
    await expect(page.getByRole('list', { name: 'Reviewers' })).toHaveText(
      /Ann\s*Changes requested\s*just now/,
    )
    await page.context().setOffline(true)
    await verdictCard(page).getByRole('button', { name: 'Back to “In review”' }).click()
    await expect(page.getByText('The verdict was not saved')).toBeVisible()
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Changes requested')
    await page.context().setOffline(false)
    await verdictCard(page).getByRole('button', { name: 'Back to “In review”' }).click()
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: In review')
    await expect(verdictCard(page)).toHaveCount(0)
  })

  await test.step('the verdict card sends a comment without a verdict', async () => {
    await openPanel(page)
    await verdictCard(page).getByRole('radio', { name: 'Comment' }).check()
    const send = verdictCard(page).getByRole('button', { name: 'Comment' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await verdictCard(page).getByLabel('Comment on the whole review').fill('Looks calmer.')
    await sendInCard(page, 'Comment')
    await expect(verdictCard(page)).toHaveCount(0)
    expect(await bodiesOf(agent, reviewId)).toContain('Looks calmer.')
    expect(await status()).toBe('open')
  })
})

test('a verdict is outdated after new evidence arrives, until the verdict is given again', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const png = await pngImage(1280, 800)
  const { artifactId } = await upload(agent, reviewId, png)
  const link = await newShareLink(person.call, reviewId, {})
  const hint = 'Evidence, the commit or the pull request changed after this verdict.'
  const widths = [1440, 1024, 390]
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  await open(`/projects/${projectId}`)
  await page.getByRole('link', { name: /Totals wrap/ }).click()

  await test.step('an outdated verdict stays marked even after the evidence is seen', async () => {
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Changes requested')
    const { revisionId } = await revise(agent, artifactId, png)
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Changes requested, outdated')
    await verdictOf(page).toHaveAttribute('title', new RegExp(`^${hint}\nSet by `))
    const seen = page.waitForResponse(
      response =>
        response.url().endsWith('/seen') && response.request().postData()?.includes(revisionId) === true,
    )
    await page.keyboard.press(']')
    await seen
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Changes requested, outdated')
    await openPanel(page)
    await expect(page.getByRole('list', { name: 'Reviewers' })).toContainText('Changes requested, outdated')
    await page.keyboard.press('Escape')
    expect(await findingsInThemes(page)).toEqual([])
  })

  await test.step('an outdated verdict fits on every screen, and the details state the reason', async () => {
    const expand = page.getByRole('button', { name: 'Expand conversation' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      // On a phone, the verdict is in the raised conversation.
      if (width < 560 && (await expand.isVisible())) await expand.click()
      await verdictOf(page).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isWhole(verdictButton(page))).toBe(true)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width: 1440, height: 844 })
    await page.getByRole('button', { name: 'Review details' }).click()
    await expect(page.getByText(hint)).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await findingsInThemes(page)).toEqual([])
  })

  await test.step('the list of reviews marks an outdated verdict on every screen', async () => {
    await page.getByRole('link', { name: 'Back to the project' }).click()
    const mark = page.getByRole('link', { name: /Totals wrap/ }).getByTitle(hint)
    await expect(mark).toHaveText('Changes requested, outdated')
    expect(await findingsInThemes(page)).toEqual([])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await expect(mark).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('a shared page marks an outdated verdict on every screen', async () => {
    await open(`/r/${link.token}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByTitle(hint)).toHaveText('Changes requested, outdated')
    }
  })

  await test.step('an outdated verdict given again is current until more evidence arrives', async () => {
    await page.setViewportSize({ width: 1440, height: 844 })
    await open(`/reviews/${reviewId}`)
    await openPanel(page)
    await sendInCard(page, 'Request changes')
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Changes requested')
    await expect(page.getByText('Previously: Changes requested, outdated')).toBeVisible()
    await openPanel(page)
    await sendInCard(page, 'Verify')
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Verified')
    await revise(agent, artifactId, png)
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Verified, outdated')
    await page.setViewportSize({ width: 1440, height: 900 })
    await openPanel(page)
    await sendInCard(page, 'Verify')
    await verdictOf(page).toHaveAccessibleName('Review. Verdict: Verified')
  })
})

test.describe('verdicts on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  /** Simulates the on-screen keyboard of iOS, which makes only the visible part of the page lower. */
  const coverByKeyboard = (page: Page, height: number) =>
    page.evaluate(by => {
      Object.defineProperty(visualViewport, 'height', { value: innerHeight - by, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, height)

  test('on a phone, the card of the verdict opens without a keyboard, and stays above the keyboard', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await pngImage(1000, 600))
    await open(`/reviews/${reviewId}`)

    await test.step('the card has the focus instead of its field', async () => {
      await verdictButton(page).tap()
      await expect(verdictComment(page)).toBeVisible()
      await expect(verdictCard(page)).toBeFocused()
    })

    await test.step('the field and the button are above a keyboard that covers the page', async () => {
      await verdictComment(page).tap()
      await coverByKeyboard(page, 336)
      for (const each of [verdictComment(page), verdictCard(page).locator('[type=submit]')])
        await expect
          .poll(async () => {
            const box = await each.boundingBox()
            return box && box.y > 0 && box.y + box.height
          })
          .toBeLessThanOrEqual(508)
    })

    await test.step('a dialog with a field is in the part that the keyboard leaves', async () => {
      await coverByKeyboard(page, 0)
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .tap()
      await page.getByRole('menuitem', { name: 'Edit' }).first().tap()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').first().tap()
      await coverByKeyboard(page, 336)
      await expect
        .poll(async () => {
          const box = await dialog.boundingBox()
          return box && box.y > 0 && box.y + box.height
        })
        .toBeLessThanOrEqual(508)
    })
  })
})
