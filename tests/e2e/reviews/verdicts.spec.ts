import type { Locator, Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { pngImage } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Reviewers' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Comment with your verdict' })
const openPanel = (page: Page) => page.getByRole('button', { name: 'Reviewers' }).click()
/** Returns the button of the current verdict. Only wide screens have these buttons. */
const pressed = (page: Page) =>
  page.getByRole('group', { name: 'Verdict' }).getByRole('button', { pressed: true })
/** Returns whether the menu button shows the name of the verdict without cutting it off. */
const isWhole = (menu: Locator) =>
  menu.evaluate(button =>
    [...button.querySelectorAll('*')].every(each => each.scrollWidth <= each.clientWidth),
  )
/** Returns the menu button that shows the verdict on a phone. */
const menuOf = (page: Page) => page.getByRole('button', { name: /^Verdict: / })
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name })

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

  await test.step('a verdict comment is kept after a cancelled confirmation and after a reload', async () => {
    await openPanel(page)
    await field(page).fill('The total wraps.')
    await page.mouse.click(400, 500)
    await expect(panel(page)).toHaveCount(0)
    await openPanel(page)
    await expect(field(page)).toHaveValue('The total wraps.')
    await panel(page).getByRole('button', { name: 'Verify' }).press('Enter')
    await expect(question).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Reviewers' })).toBeFocused()
    await openPanel(page)
    await expect(field(page)).toHaveValue('The total wraps.')
    await page.reload()
    await page.waitForSelector('html[data-hydrated]')
    await openPanel(page)
    await expect(field(page)).toHaveValue('The total wraps.')
  })

  await test.step('Ctrl+Enter sends a verdict; the comment is kept if the browser is offline', async () => {
    await page.context().setOffline(true)
    await field(page).press('Control+Enter')
    await expect(page.getByText('The verdict was not saved')).toBeVisible()
    await expect(field(page)).toHaveValue('The total wraps.')
    await page.context().setOffline(false)
    await field(page).press('Control+Enter')
    await expect(page.getByText('Verdict: Changes requested')).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
    expect(await review()).toMatchObject({
      status: 'changes_requested',
      decisionComment: 'The total wraps.',
    })
  })

  await test.step('a card shows who gave a verdict and when, and Escape closes only the card', async () => {
    const pin = page.getByRole('button', { name: /^Comment 1:/ })
    await pin.click()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await openPanel(page)
    await expect(panel(page).getByRole('listitem')).toHaveText(/Ann\s*Changes requested\s*just now/)
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('verifying with open comments needs a confirmation and shows their number', async () => {
    await pressOnStage('y')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    expect(await status()).toBe('changes_requested')
    await pressOnStage('y')
    await question.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Verdict: Verified with 2 open', { exact: true })).toBeVisible()
    await expect.poll(status).toBe('verified')
    await expect(pressed(page)).toHaveText('Verified with 2 open')
  })

  await test.step('the toast opens the comment field, where Ctrl+Enter sends the same verdict', async () => {
    await page.getByRole('button', { name: 'Add a comment' }).click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    const send = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(send('Verify')).toHaveAttribute('aria-keyshortcuts', /Enter/)
    await expect(send('Request changes')).not.toHaveAttribute('aria-keyshortcuts')
    await page.keyboard.press('Escape')
  })

  await test.step('Ctrl+Z undoes a verdict, and only the last verdict has a toast', async () => {
    await pressOnStage('n')
    await expect(page.getByText('Previously: Verified')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect.poll(status).toBe('verified')
    await expect(pressed(page)).toHaveText('Verified with 2 open')
  })

  await test.step('the list of reviews states the number of open comments of a verified review', async () => {
    await open(`/projects/${projectId}`)
    const row = page.getByRole('link', { name: /Totals wrap/ })
    await expect(row).toContainText('Verified with 2 open')
    await row.click()
  })

  await test.step('on a phone, the verdict is chosen from a menu with the arrow keys', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = menuOf(page)
    await expect(menu).toHaveAccessibleName('Verdict: Verified with 2 open')
    await expect(menu).toHaveText('Verified2')
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isWhole(menu)).toBe(true)
    }
    await menu.press('Enter')
    await expect(choice(page, 'In review')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(choice(page, 'Changes requested')).toBeFocused()
    expect(await status()).toBe('verified')
    await page.keyboard.press('Enter')
    await expect(menu).toHaveAccessibleName('Verdict: Changes')
    await expect(menu).toBeFocused()
    expect(await status()).toBe('changes_requested')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(pressed(page)).toHaveText('Changes requested')
    await openPanel(page)
    await expect(page.getByRole('list', { name: 'Reviewers' })).toHaveText(
      /Ann\s*Changes requested\s*just now/,
    )
    await page.keyboard.press('Escape')
    await page.context().setOffline(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await menu.click()
    await choice(page, 'In review').click()
    await expect(page.getByText('The verdict was not saved')).toBeVisible()
    await expect(menu).toHaveText('Changes')
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
  const menu = menuOf(page)
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  await open(`/projects/${projectId}`)
  await page.getByRole('link', { name: /Totals wrap/ }).click()

  await test.step('an outdated verdict stays marked even after the evidence is seen', async () => {
    await expect(pressed(page)).toHaveText('Changes requested')
    const { revisionId } = await revise(agent, artifactId, png)
    await expect(pressed(page)).toHaveText('Changes requested, outdated')
    await expect(page.getByRole('group', { name: 'Verdict' })).toHaveAttribute(
      'title',
      new RegExp(`^${hint}\nSet by `),
    )
    const seen = page.waitForResponse(
      response =>
        response.url().endsWith('/seen') && response.request().postData()?.includes(revisionId) === true,
    )
    await page.keyboard.press(']')
    await seen
    await expect(pressed(page)).toHaveText('Changes requested, outdated')
    await openPanel(page)
    await expect(page.getByRole('list', { name: 'Reviewers' })).toContainText('Changes requested, outdated')
    await page.keyboard.press('Escape')
    expect(await findingsInThemes(page)).toEqual([])
  })

  await test.step('an outdated verdict fits on every screen, and the details state the reason', async () => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await expect(width < 640 ? menu : pressed(page)).toBeInViewport({ ratio: 1 })
      if (width < 640) await expect.poll(() => isWhole(menu)).toBe(true)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    }
    await expect(menu).toHaveAccessibleName('Verdict: Changes, outdated')
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
    await open(`/reviews/${reviewId}`)
    await menu.click()
    await choice(page, 'Changes requested').click()
    await expect(menu).toHaveText('Changes')
    await expect(page.getByText('Previously: Changes requested, outdated')).toBeVisible()
    await menu.click()
    await choice(page, 'Verified').click()
    await expect(menu).toHaveAccessibleName('Verdict: Verified')
    await revise(agent, artifactId, png)
    await expect(menu).toHaveAccessibleName('Verdict: Verified, outdated')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(pressed(page)).toHaveText('Verified, outdated')
    await pressed(page).click()
    await expect(pressed(page)).toHaveText('Verified')
  })
})
