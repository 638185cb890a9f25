import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { stagePoints } from '../../support/browser/stage'

/** A white image of 400 by 300 pixels with a rectangle in #d4420a from (100, 60) to (300, 160). */
const known = async () => {
  const rectangle = { create: { width: 200, height: 100, channels: 3 as const, background: '#d4420a' } }
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
    .composite([{ input: await sharp(rectangle).png().toBuffer(), left: 100, top: 60 }])
    .png()
    .toBuffer()
}

const result = (page: Page) => page.getByTestId('probe-result')

for (const deviceScaleFactor of [1, 2])
  test.describe(`with ${deviceScaleFactor} device pixels per CSS pixel`, () => {
    test.use({ deviceScaleFactor })

    test('the ruler measures image pixels at any zoom, and the color picker reads their colors', async ({
      page,
      agent,
      reviewId,
      open,
    }) => {
      await upload(agent, reviewId, await known(), { title: 'Known' })
      await open(`/reviews/${reviewId}`)
      const at = await stagePoints(page)
      const move = async (x: number, y: number, from = { x: 0, y: 0 }) => {
        const spot = await at(x / 400, y / 300)
        await page.mouse.move(spot.x + from.x, spot.y + from.y)
      }

      await test.step('the ruler snaps to the edges of a rectangle', async () => {
        await page.keyboard.press('z')
        await expect(page.getByTestId('probe')).toBeFocused()
        await expect(page.getByRole('button', { name: /^Select/ })).toHaveAttribute('aria-pressed', 'false')
        // The pixels are read only after the image was loaded once more.
        await expect(async () => {
          await move(100, 60, { x: 2, y: -2 })
          await page.mouse.down()
          await page.mouse.up()
          await move(300, 160, { x: -2, y: 2 })
          await page.mouse.down()
          await page.mouse.up()
          await expect(result(page)).toHaveText('200 × 100 px, diagonal 223.6 px', { timeout: 1000 })
        }).toPass()
      })

      await test.step('the ruler measures the same distance at a higher zoom', async () => {
        await page.keyboard.press('+')
        await move(100, 60)
        await page.mouse.down()
        await move(300, 160)
        await page.mouse.up()
        await expect(result(page)).toHaveText('200 × 100 px, diagonal 223.6 px')
      })

      await test.step('arrow keys move the ruler, and the measured distance is announced', async () => {
        await page.keyboard.press('Enter')
        await page.keyboard.press('Shift+ArrowLeft')
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('ArrowUp')
        await expect(result(page)).toHaveText('11 × 1 px, diagonal 11 px')
        await expect(page.getByText('11 × 1 px, diagonal 11 px')).toHaveCount(2)
        await page.keyboard.press('Enter')
      })

      await test.step('the color picker shows two colors and their contrast', async () => {
        await page.keyboard.press('z')
        await move(101, 61)
        await expect(result(page)).toHaveText('#d4420a rgb(212 66 10)')
        await move(98, 61)
        await expect(result(page)).toHaveText('#ffffff rgb(255 255 255)')
        await page.mouse.down()
        await page.mouse.up()
        await move(299, 159)
        await page.mouse.down()
        await page.mouse.up()
        await expect(result(page)).toHaveText(
          '#ffffff rgb(255 255 255) · #d4420a rgb(212 66 10) · 4.58:1, AA, not AAA',
        )
      })

      await test.step('keys move the color picker by a pixel, and Escape closes it', async () => {
        await page.keyboard.press('Enter')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
        await expect(result(page)).toContainText('#d4420a rgb(212 66 10) · #ffffff')
        await page.keyboard.press('Escape')
        await expect(page.getByTestId('probe')).toHaveCount(0)
        await expect(page.getByTestId('stage')).toBeFocused()
        await expect(page.locator('[data-comment-form]').first()).not.toBeFocused()
      })
    })
  })

test('the ruler and the color picker are in the zoom menu, and a press with them adds no comment', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await known())
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  for (const name of ['Ruler', 'Color picker']) {
    await page.getByRole('button', { name: /^Zoom \d/ }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByTestId('probe')).toBeFocused()
    const { x, y } = await at(0.5, 0.5)
    await page.mouse.click(x, y)
    await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByTestId('probe')).toHaveCount(0)
  }
})
