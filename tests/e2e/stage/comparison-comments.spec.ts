import type { Page } from '@playwright/test'
import { boxOf, compared, comparedImages, openPin } from '../../support/browser/comparison'
import { commentList } from '../../support/browser/comments'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { settled } from '../../support/browser/settled'
import { drag } from '../../support/browser/stage'
import { sheet } from '../../support/reviews/comparisons'
import { threadsOf } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'

/** Returns a point of an image in a comparison. `x` and `y` are fractions of its width and height. */
async function pointOn(page: Page, alt: string, x: number, y: number) {
  const shown = comparedImages(page).and(page.getByAltText(alt, { exact: true }))
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  const box = await boxOf(shown)
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}

async function clickOn(page: Page, alt: string, x: number, y: number) {
  const at = await pointOn(page, alt, x, y)
  await page.mouse.click(at.x, at.y)
}

test('in a comparison, comments are made on the clicked side, on a change, or on another revision', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { artifactId, revisionId: r1 } = await upload(
    agent,
    reviewId,
    await sheet(1000, 800, [100, 100, 200, 100]),
    { title: 'Cart' },
  )
  const { revisionId: r2 } = await revise(agent, artifactId, await sheet(1000, 800, [500, 100, 200, 100]))
  await revise(agent, artifactId, await sheet(1000, 840, [500, 600, 200, 100]))
  await upload(agent, reviewId, await sheet(1000, 800), { title: 'Checkout' })
  await open(`/reviews/${reviewId}?revision=2&compare=side-by-side&with=${r1}#${artifactId}`)
  const half = (name: string) => compared(page).getByRole('group', { name, exact: true })

  await test.step('A click comments on the side that was clicked, and keeps the comparison', async () => {
    await expect(half('r2')).toBeVisible()
    await clickOn(page, 'r1', 0.2, 0.2)
    const field = page.getByLabel('Comment on this spot of r1')
    await expect(field).toBeFocused()
    await field.fill('It was better here.')
    await page.keyboard.press('Control+Enter')
    await expect(commentList(page)).toContainText('It was better here.')
    await expect(openPin(half('r1'))).toBeVisible()
    await expect(half('r2')).toBeVisible()
    const [sent] = await threadsOf(agent, reviewId)
    expect(sent).toMatchObject({ kind: 'point', revision: 1 })
    expect(JSON.stringify(sent?.geometry)).toMatch(/^{"x":0\.(19|2)\d*,"y":0\.(19|2)\d*}$/)
  })

  await test.step('In a swipe comparison, a click comments on the side that is shown there', async () => {
    await page.keyboard.press('w')
    await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
    await clickOn(page, 'r2', 0.8, 0.3)
    await expect(page.getByLabel('Comment on this spot of r2')).toBeFocused()
    await page.keyboard.press('Escape')
    await clickOn(page, 'r2', 0.2, 0.3)
    await expect(page.getByLabel('Comment on this spot of r1')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(compared(page)).toBeVisible()
    await compared(page).getByRole('button', { name: 'Comment on r2' }).click()
    await compared(page).getByRole('textbox', { name: 'Comment on r2' }).fill('The whole looks right.')
    await page.keyboard.press('Control+Enter')
    await expect(commentList(page)).toContainText('The whole looks right.')
    expect((await threadsOf(agent, reviewId)).find(each => each.kind === 'artifact')?.revision).toBe(2)
  })

  await test.step('Pins of comments are on their side, can be hidden, and open their comment', async () => {
    await page.keyboard.press('s')
    const pin = (name: string) => half(name).getByRole('button', { name: /^Comment 1/ })
    await expect(pin('r1')).toBeVisible()
    await expect(pin('r2')).toHaveCount(0)
    await page.keyboard.press('Shift+H')
    await expect(pin('r1')).toHaveCount(0)
    await page.keyboard.press('Shift+H')
    for (const [key, mode] of [
      ['w', 'swipe'],
      ['o', 'onion-skin'],
      ['d', 'difference'],
      ['s', 'side-by-side'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(compared(page)).toHaveAttribute('data-mode', mode)
      await expect(compared(page).getByRole('button', { name: /^Comment 1/ })).toHaveCount(1)
    }
    await pin('r1').click()
    await expect(openPin(half('r1'))).toHaveAccessibleName(/^Comment 1/)
    await expect(page.getByLabel('Comment on this spot of r1')).toHaveCount(0)
  })

  await test.step('A comment on a changed region is sent as a rectangle', async () => {
    await page.getByLabel('Shown revision').selectOption({ label: 'r3 · latest' })
    await page.getByLabel('Compare with').selectOption(r2)
    await page.keyboard.press('d')
    await expect(page.getByTestId('difference-result')).toContainText('changed')
    await page.getByRole('button', { name: 'Comment on this change' }).click()
    const field = page.getByLabel('Comment on this spot of r3 · latest')
    await expect(field).toBeFocused()
    await field.fill('The box left the fold.')
    await page.keyboard.press('Control+Enter')
    await expect(commentList(page)).toContainText('The box left the fold.')
    expect((await threadsOf(agent, reviewId))[2]).toMatchObject({
      kind: 'rectangle',
      revision: 3,
      geometry: { x: 0.496, y: 0.114286, width: 0.208, height: 0.128571 },
    })
  })

  await test.step('In every mode, a drag draws an area, and typed keys are its comment', async () => {
    const area = compared(page).getByTestId('compare-draft')
    const field = page.getByLabel('Comment on this spot of r3 · latest')
    // Shows the whole images, since a drag at the edge of the stage would scroll them.
    await page.keyboard.press('0')
    for (const [key, mode] of [
      ['o', 'onion-skin'],
      ['w', 'swipe'],
      ['d', 'difference'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(compared(page)).toHaveAttribute('data-mode', mode)
      await settled(page)
      await drag(
        page,
        // The divider of a swipe is in the middle of the chosen change, at 0.6.
        await pointOn(page, 'r3 · latest', 0.68, 0.3),
        await pointOn(page, 'r3 · latest', 0.88, 0.5),
      )
      await expect(field).toBeFocused()
      await expect(area).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(area).toHaveCount(0)
    }
    await page.keyboard.press('s')
    await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
    await settled(page)
    const from = await pointOn(page, 'r3 · latest', 0.6, 0.3)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const to = await pointOn(page, 'r3 · latest', 0.8, 0.5)
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await expect(area.locator('canvas')).toBeVisible()
    await page.mouse.up()
    await expect(field).toBeFocused()
    await page.keyboard.type('Wrong')
    await expect(field).toHaveValue('Wrong')
    await page.keyboard.press('Control+Enter')
    await expect(commentList(page)).toContainText('Wrong')
    await expect(area).toHaveCount(0)
    // The newer image shows the pin and the area of the sent comment.
    const latest = half('r3 · latest')
    await expect(openPin(latest)).toBeVisible()
    await expect(latest.locator('canvas')).toBeVisible()
    expect((await threadsOf(agent, reviewId))[3]).toMatchObject({
      ...{ kind: 'rectangle', revision: 3 },
      geometry: {
        ...{ x: expect.closeTo(0.6, 2), y: expect.closeTo(0.3, 2) },
        ...{ width: expect.closeTo(0.2, 2), height: expect.closeTo(0.2, 2) },
      },
    })
  })

  await test.step('The key of a tool chooses the shape that a drag draws', async () => {
    await page.keyboard.press('a')
    await drag(page, await pointOn(page, 'r2', 0.3, 0.6), await pointOn(page, 'r2', 0.6, 0.7))
    await page.getByLabel('Comment on this spot of r2').fill('From here to there.')
    await page.keyboard.press('Control+Enter')
    await expect(commentList(page)).toContainText('From here to there.')
    expect((await threadsOf(agent, reviewId))[4]).toMatchObject({ kind: 'arrow', revision: 2 })
    await page.keyboard.press('v')
  })

  await test.step('A notice reports an unsent comment on another revision and shows it again', async () => {
    await page.keyboard.press('s')
    await clickOn(page, 'r2', 0.5, 0.5)
    await page.getByLabel('Comment on this spot of r2').fill('Half a thought')
    await compared(page).getByRole('button', { name: 'Close comparison' }).click()
    const notice = page.getByTestId('stage-notice')
    await expect(notice).toContainText('Unsent comment on r2')
    const card = page.getByRole('button', { name: /Cart/ }).filter({ hasText: 'Has your unsent comment' })
    await expect(card).toBeVisible()
    await notice.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByLabel('Comment on this spot of r2')).toHaveValue('Half a thought')
    await page.keyboard.press('Control+Enter')
    await expect(commentList(page)).toContainText('Half a thought')
    await expect(card).toHaveCount(0)
    expect((await threadsOf(agent, reviewId))[5]?.revision).toBe(2)
  })
  expect(pageErrors).toEqual([])
})
