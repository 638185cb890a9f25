import { compared, openPin } from '../../support/browser/comparison'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { uploadTwice } from '../../support/reviews/comparisons'
import { revise, upload } from '../../support/reviews/uploads'

test('the divider of a swipe comparison is moved by opening comments, keys, a drag or a finger', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, r1, r2 } = await uploadTwice(agent, reviewId)
  for (const [name, revisionId, x] of [
    ['r2', r2, 0.1],
    ['r1', r1, 0.8],
  ] as const)
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x, y: 0.4, width: 0.1, height: 0.1 },
      revisionId,
      body: `On ${name}.`,
    })
  await open(`/reviews/${reviewId}?compare=swipe`)
  const line = page.getByRole('slider', { name: 'Divider between the two sides' })
  const position = async () => Number(await line.getAttribute('aria-valuenow'))
  const images = compared(page).locator('img')

  await test.step('Opening a comment moves the divider so that its mark is visible', async () => {
    /** Returns whether the divider leaves the whole width of the pin visible. */
    const isPinShown = () =>
      openPin(compared(page)).evaluate(pin => {
        const { x, y, width, height } = pin.getBoundingClientRect()
        const stage = pin.closest('[style*=clip-path]') as HTMLElement
        const [, right, , left] = (/inset\(([^)]*)\)/.exec(stage.style.clipPath)?.[1] ?? '')
          .split(' ')
          .map(each => (Number.parseFloat(each) / 100) * stage.clientWidth)
        const area = stage.getBoundingClientRect()
        const isBetween = x >= area.left + (left ?? 0) && x + width <= area.right - (right ?? 0)
        return isBetween && y > 0 && height > 0
      })
    await expect.poll(position).toBe(50)
    await page.getByText('On r2.').click()
    await expect.poll(position).toBeLessThan(50)
    await expect.poll(isPinShown).toBe(true)
    await page.getByText('On r1.').click()
    await expect.poll(position).toBeGreaterThan(50)
    await expect.poll(isPinShown).toBe(true)
  })

  await test.step('Keys and a drag move the divider of a swipe comparison', async () => {
    await line.press('Home')
    await expect(line).toHaveAttribute('aria-valuenow', '0')
    await line.press('ArrowRight')
    await line.press('Shift+ArrowRight')
    await expect(line).toHaveAttribute('aria-valuenow', '11')
    await line.press('End')
    await expect(line).toHaveAttribute('aria-valuenow', '100')
    await line.press('Home')
    for (let i = 0; i < 5; i++) await line.press('Shift+ArrowRight')
    await expect(line).toHaveAttribute('aria-valuenow', '50')
    const at = await line.boundingBox()
    await page.mouse.move((at?.x ?? 0) + 16, 400)
    await page.mouse.down()
    await page.mouse.move(300, 400, { steps: 2 })
    await page.mouse.up()
    await expect.poll(position).toBeLessThan(30)
  })

  await test.step('Keys that the divider does not handle are shortcuts of the page', async () => {
    await page.keyboard.press('o')
    await page.getByRole('slider', { name: 'Opacity' }).fill('20')
    await expect(images.nth(1).locator('..')).toHaveCSS('opacity', '0.2')
    await page.keyboard.press('w')
    await expect(line).toHaveAttribute('aria-valuenow', /\d/)
  })

  await test.step('On a phone the divider follows a finger, and two fingers zoom both images', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await compared(page).boundingBox())?.width).toBe(390)
    await expect(images).toHaveCount(2)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      })
    const at = await line.boundingBox()
    if (!at) throw new Error('There is no divider.')
    const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
    await touch('touchStart', middle)
    await touch('touchMove', { x: 200, y: middle.y })
    await touch('touchMove', { x: 312, y: middle.y })
    await touch('touchEnd')
    await expect(line).toHaveAttribute('aria-valuenow', '80')
    // At the edge of the stage, the whole handle of the divider is visible.
    await line.press('Home')
    await expect(line).toHaveAttribute('aria-valuenow', '0')
    await expect(line).toBeInViewport({ ratio: 1 })
    await line.press('End')
    await expect(line).toHaveAttribute('aria-valuenow', '100')
    await expect(line).toBeInViewport({ ratio: 1 })

    const widths = () =>
      images.evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().width)))
    const [before = 0] = await widths()
    await touch('touchStart', { x: 100, y: 300 })
    await touch('touchStart', { x: 100, y: 300 }, { x: 140, y: 300 })
    await touch('touchMove', { x: 80, y: 300 }, { x: 160, y: 300 })
    await touch('touchEnd')
    await expect
      .poll(async () => (await widths()).map(each => Math.round((each / before) * 10)))
      .toEqual([20, 20])
  })
})

test('above a narrow image, the whole labels of both compared sides fit next to each other', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const narrow = await upload(agent, reviewId, await pngImage(200, 900))
  await revise(agent, narrow.artifactId, await pngImage(200, 901))
  // Above this image, there is space for the names with the numbers of comments, but not for the ages.
  const wider = await upload(agent, reviewId, await pngImage(420, 600))
  for (const revisionId of [
    wider.revisionId,
    (await revise(agent, wider.artifactId, await pngImage(420, 601))).revisionId,
  ])
    for (const x of [0.2, 0.8])
      await agent('POST', `/v1/artifacts/${wider.artifactId}/annotations`, {
        ...{ kind: 'point', geometry: { x, y: 0.5 }, revisionId, body: 'Here.' },
      })
  const sides = [
    [{ width: 1440, height: 900 }, 'swipe', narrow],
    [{ width: 390, height: 844 }, 'difference', narrow],
    [{ width: 1440, height: 900 }, 'difference', wider],
  ] as const
  for (const [size, view, { artifactId }] of sides) {
    await page.setViewportSize(size)
    await page.goto('about:blank')
    await open(`/reviews/${reviewId}?compare=${view}#${artifactId}`)
    const tags = compared(page).getByTestId('compare-tag')
    await expect(tags).toHaveText(['r1', 'r2 · latest'])
    await expect
      .poll(() =>
        tags.evaluateAll(all => {
          const [left, right] = all.map(each => each.parentElement?.parentElement?.getBoundingClientRect())
          const isCutOff = all.some(each => each.scrollWidth > each.clientWidth)
          return [left && right && left.right <= right.left, isCutOff]
        }),
      )
      .toEqual([true, false])
  }
})
