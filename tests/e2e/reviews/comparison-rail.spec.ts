import sharp from 'sharp'
import { boxOf, compared, places } from '../../support/browser/comparison'
import { findings } from '../../support/browser/checks/axe'
import { expect, test } from '../../support/browser/e2e'
import { newReview } from '../../support/reviews/review'
import { sheet, type Area } from '../../support/reviews/comparisons'
import { revise, upload } from '../../support/reviews/uploads'

test('a comparison in a narrow window has a narrow list of evidence and lettered changes', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const titles = ['Cart', 'Menu', 'Help']
  const accepted = await newReview(agent, projectId, 'Before')
  for (const title of titles) await upload(agent, accepted, await sheet(1440, 900), { title })
  await person.call('POST', `/api/reviews/${accepted}/status`, { status: 'verified' })
  const reviewId = await newReview(agent, projectId, 'After')
  const boxes: Area[] = [
    [100, 80, 120, 40],
    [1200, 760, 200, 80],
  ]
  await upload(agent, reviewId, await sheet(1440, 900, ...boxes.slice(0, 1)), { title: 'Menu' })
  await upload(agent, reviewId, await sheet(1440, 900, ...boxes), { title: 'Cart' })
  await upload(agent, reviewId, await sheet(1440, 900), { title: 'Help' })
  await upload(
    agent,
    reviewId,
    await sharp(await sheet(1440, 900))
      .png()
      .toBuffer(),
    { title: 'New page' },
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const cards = film.locator('[data-artifact]')
  // Evidence that differs from the accepted revision opens as a comparison.
  await expect(film).toHaveAttribute('data-density', 'rail')
  await page.keyboard.press('s')
  const [left, right] = await places(page)

  await test.step('the filmstrip is a rail, sorted by the share of changed pixels', async () => {
    await expect(film).toHaveAttribute('data-density', 'rail')
    expect((await film.boundingBox())?.width).toBe(104)
    await expect(film.getByRole('heading')).toHaveText(['Changed 2', 'New 1'])
    await expect(cards).toHaveText([/Cart.*1\.6%/, /Menu.*0\.4%/, /New page/])
    // The ring of the selected picture is 3.5 pixels outside of it, and does not touch the name.
    const selected = film.locator('[aria-current=true]')
    const picture = await boxOf(selected.locator('> span').first())
    const title = await boxOf(selected.getByText('Cart', { exact: true }))
    expect(title.y - picture.y - picture.height).toBeGreaterThanOrEqual(8)
    const stack = film.getByRole('button', { name: '1 same' })
    await stack.click()
    await expect(cards.last()).toContainText('Help')
    await stack.click()
    await expect(cards).toHaveCount(3)
  })

  await test.step('both pictures have at least 24 percent of their size, above the changes', async () => {
    expect(left.width / 1440).toBeGreaterThan(0.24)
    const strip = await page.getByTestId('change-strip').boundingBox()
    expect(Math.max(left.y + left.height, right.y + right.height)).toBeLessThanOrEqual(strip?.y ?? 0)
    await expect(compared(page).getByTestId('compare-tag')).toHaveText(['Accepted', 'r1 · latest'])
  })

  await test.step('changes have letters on both pictures, and a press on one shows it', async () => {
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('button')
    await expect(changes).toHaveText(['ATop left0.4%', 'BBottom right1.2%'])
    await expect(page.getByTestId('change-frame')).toHaveText(['', '', 'A', 'B'])
    await expect(compared(page)).toContainText('1.6% changed in 2 places')
    expect(await findings(page)).toEqual([])
    await changes.nth(1).click()
    await expect(changes.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await places(page))[0].width).toBe(1440)
    await page.keyboard.press('x')
    await expect(changes.nth(0)).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('the buttons of the compare modes have the same places in every mode', async () => {
    const buttons = compared(page).getByRole('toolbar').getByRole('button')
    const spots = () =>
      buttons.evaluateAll(all =>
        all.map(each => {
          const { x, width } = each.getBoundingClientRect()
          return [x, width]
        }),
      )
    await page.keyboard.press('0')
    const before = await spots()
    for (const [key, mode] of [
      ['w', 'swipe'],
      ['o', 'onion-skin'],
      ['d', 'difference'],
      ['s', 'side-by-side'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(compared(page)).toHaveAttribute('data-mode', mode)
      expect(await spots()).toEqual(before)
    }
    await expect(page.locator('main[data-idle]')).toHaveCount(1)
    const current = buttons.and(page.locator('[data-compare][aria-pressed=true]'))
    await expect(current).toHaveCSS('opacity', '1')
    await expect(current).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })

  await test.step('a wide window keeps the filmstrip', async () => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await expect(film).toHaveAttribute('data-density', 'large')
    await page.setViewportSize({ width: 1599, height: 900 })
    await expect(film).toHaveAttribute('data-density', 'rail')
    await page.keyboard.press('Escape')
    await expect(film).toHaveAttribute('data-density', 'large')
  })

  await test.step('in a small window, the pictures and the rail share the width', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.keyboard.press('s')
    const conversation = page.getByRole('complementary', { name: 'Conversation' })
    await expect(conversation).toBeHidden()
    await expect(film).toHaveAttribute('data-density', 'rail')
    await expect.poll(async () => (await places(page))[0].width / 1024).toBeGreaterThan(0.41)
    await page.getByRole('button', { name: 'Hide panels', pressed: true }).click()
    await expect(conversation).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(film).toHaveAttribute('data-density', 'large')
  })
})

test('nothing covers the change that is shown, and the wheel scrolls the list of changes', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const changes: Area[] = [1330, 1100, 850, 600, 350, 100].map((x, row) => [x, 20 + row * 150, 80, 40])
  const { artifactId } = await upload(agent, reviewId, await sheet(1440, 900))
  await revise(agent, artifactId, await sheet(1440, 900, ...changes))
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/reviews/${reviewId}?compare=side-by-side`)
  const strip = page.getByTestId('change-strip')
  const cards = page.getByRole('list', { name: 'Changes' }).getByRole('button')
  const panes = compared(page).getByRole('group')
  const map = page.getByRole('slider', { name: 'Position in the image' })

  await test.step('Change cards that are cut off fade, and the wheel scrolls to them', async () => {
    await expect(cards).toHaveCount(6)
    const list = strip.locator('> div')
    await expect(list).not.toHaveCSS('mask-image', 'none')
    const top = (await places(page))[0].y
    await cards.first().hover()
    await page.mouse.wheel(0, 2000)
    await expect(cards.last()).toBeInViewport({ ratio: 1 })
    expect((await places(page))[0].y).toBe(top)
    await page.mouse.wheel(0, -2000)
    await expect(cards.first()).toBeInViewport({ ratio: 1 })
  })

  await test.step('The minimap is hidden while it would cover the shown change', async () => {
    await cards.first().click()
    await expect.poll(async () => (await places(page))[1].width).toBe(1440)
    await expect(page.locator('.change-frame-shown').last()).toBeInViewport({ ratio: 1 })
    await expect(map).toHaveCount(0)
    await cards.nth(1).click()
    await expect(map).toBeVisible()
    await cards.first().click()
    await expect(map).toHaveCount(0)
  })

  await test.step('Both compared pictures and their focus rings end above the list of changes', async () => {
    const { y } = await boxOf(strip)
    for (const pane of await panes.all()) {
      const box = await boxOf(pane)
      expect(box.y + box.height).toBeLessThanOrEqual(y)
    }
  })
})
