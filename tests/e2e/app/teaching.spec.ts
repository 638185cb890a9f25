import { boxOf } from '../../support/browser/comparison'
import { revise, upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { stagePoints } from '../../support/browser/stage'
import { timeLimit } from '../../support/time-limit'

test('tooltips name a control and its key, follow the pointer along a bar, and close with Escape', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await plainImage(900, 600))
  await revise(agent, artifactId, await plainImage(900, 600))
  await page.clock.install()
  await open(`/reviews/${reviewId}`)
  const tip = page.getByTestId('tip')
  const button = (name: RegExp) => page.getByRole('button', { name })
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.mouse.move(5, 5)

  await test.step('a tooltip appears after a delay', async () => {
    // Tooltips are loaded with the first movement of the pointer, so the pointer may have to move onto the
    // button again.
    await expect(async () => {
      await page.mouse.move(5, 5)
      await button(/^Point/).hover()
      await expect(tip).toBeVisible({ timeout: timeLimit(2000) })
    }).toPass()
    await expect(tip).toHaveText(/Point\s*P/)
  })

  await test.step('after one tooltip, the tooltip of the next button appears without a delay', async () => {
    await button(/^Rectangle/).hover()
    await expect(tip).toHaveText(/Rectangle\s*R/)
  })

  await test.step('a tooltip stays while the pointer is on it, and Escape hides it', async () => {
    await tip.hover()
    // After this time, a tooltip without the pointer on it would have disappeared.
    await page.clock.fastForward(400)
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
  })

  await test.step('the tooltip of a compare mode has a sketch and a sentence', async () => {
    await page.keyboard.press('s')
    await button(/^Swipe/).hover()
    await expect(tip.locator('[data-sketch=swipe]')).toBeVisible()
    await expect(tip).toHaveText(/Swipe\s*W\s*Drag the line\./)
  })

  await test.step('a tooltip also appears on keyboard focus, and a key press hides it', async () => {
    await page.mouse.move(5, 5)
    await expect(tip).toBeHidden()
    await button(/^Side by side/).focus()
    await page.keyboard.press('Tab')
    await expect(tip).toHaveText(/Swipe/)
    await page.keyboard.press('Enter')
    await expect(tip).toBeHidden()
  })
})

test('a hint explains how to comment until the first mark is made on this device', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await plainImage(900, 600))
  await open(`/reviews/${reviewId}`)
  const hint = page.getByTestId('first-visit')
  await expect(hint).toHaveText(/Click to comment, drag for an area\s*\?\s*all keys/)
  await page.keyboard.press('s')
  const toast = page.locator('[data-toast]')
  await expect(toast).toHaveCount(1)
  await expect(hint).toBeHidden()
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(hint).toBeVisible()
  const at = await stagePoints(page)
  const { x, y } = await at(0.5, 0.5)
  await page.mouse.click(x, y)
  await expect(page.getByLabel('Comment on this spot')).toBeFocused()
  await expect(hint).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('the list of keyboard shortcuts begins with twelve keys and fits a height of 900 pixels', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { artifactId } = await upload(agent, reviewId, await plainImage(900, 600))
  await revise(agent, artifactId, await plainImage(900, 600))
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const first = keys.getByTestId('first-keys')
  await expect(first.locator('dd')).toHaveCount(12)
  // No text has two lines, so that the three columns end at the same height, and the option follows the keys.
  const heights = await first
    .locator('dd')
    .evaluateAll(all => all.map(each => each.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
  const option = await boxOf(keys.getByRole('checkbox', { name: 'Single-character shortcuts' }))
  expect(option.y).toBeGreaterThan((await boxOf(first)).y)
  const cut = () =>
    keys.evaluate(
      each =>
        [each, ...each.querySelectorAll('*')].filter(
          part =>
            part.scrollHeight > part.clientHeight + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(part).overflowY),
        ).length,
    )
  expect(await cut()).toBe(0)
  await keys.getByText('All other keys').click()
  await expect(keys.getByText('Freehand')).toBeVisible()
  expect(await cut()).toBe(0)
})
