import type { Locator } from '@playwright/test'
import { DAY } from '#shared/time'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test.use({ env: { RETENTION: 'plan' } })

/** Waits until an image has loaded. Returns whether the image has exactly the place of its parent element. */
const fillsMat = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const placeOf = (of?: Element | null) => JSON.stringify(of?.getBoundingClientRect())
    return placeOf(element) === placeOf(element.parentElement)
  })

/** Expects an image to be shown whole, which means in its own proportions, and not enlarged. */
const expectWhole = (image: Locator) =>
  expect
    .poll(() =>
      image.evaluate((element: HTMLImageElement) => {
        const { naturalWidth, naturalHeight, offsetWidth, offsetHeight } = element
        const isSame = Math.abs(offsetWidth - (offsetHeight * naturalWidth) / naturalHeight) <= 1
        return isSame && offsetWidth > 0 && offsetWidth <= naturalWidth
      }),
    )
    .toBe(true)

test('thumbnails are filled by their image, or show the reason why an image is missing', async ({
  page,
  server,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(400, 1000), { title: 'Tall' })
  await upload(agent, reviewId, await pngImage(24, 24), { title: 'Icon' })
  const oldReview = await newReview(agent, projectId, 'Old media')
  for (const title of ['Cart', 'Receipt']) await upload(agent, oldReview, await pngImage(400, 300), { title })
  const ofTitle = 'WHERE artifact_id IN (SELECT id FROM artifact WHERE title = ? AND review_id = ?)'
  for (const title of ['Cart', 'Receipt'])
    await runSql(server, `UPDATE revision SET completed_at = completed_at - ? ${ofTitle}`, [
      15 * DAY,
      title,
      oldReview,
    ])
  await runSql(server, `UPDATE revision SET media_deleted_at = completed_at ${ofTitle}`, [
    'Receipt',
    oldReview,
  ])
  const broken = await newReview(agent, projectId, 'Unreadable')
  const { embedUrl } = await upload(agent, broken, await pngImage(400, 300), { title: 'Form' })
  const { pathname } = new URL(embedUrl ?? '')
  await page.route(
    url => url.pathname === pathname && url.searchParams.get('w') === '320',
    route => route.fulfill({ status: 404 }),
  )
  await open('/')
  const row = (name: string) => page.getByRole('link', { name })
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const card = (name: string) => film.getByRole('button', { name }).first()

  await test.step('the inbox shows the top of images and marks reviews whose media has expired', async () => {
    const image = row('Totals wrap on narrow screens').locator('img')
    // A tall picture would be a thin line in a row. So the row shows its top in the full width.
    await expect(image).toHaveCSS('object-fit', 'cover')
    await expect(image).toHaveCSS('object-position', '50% 0%')
    await expect(row('Totals wrap on narrow screens')).not.toContainText('expired')
    await expect(row('Old media')).toContainText('2 images, expired')
    await expect(row('Old media').locator('img')).toHaveCount(0)
    await expect(row('Unreadable')).toBeVisible()
    await expect(row('Unreadable').locator('img')).toHaveCount(0)
  })

  await test.step('the filmstrip enlarges no small image, and focuses evidence opened by a key', async () => {
    await row('Totals wrap on narrow screens').click()
    await expectWhole(card('Icon').locator('img'))
    await expect(card('Tall').locator('img')).toHaveCSS('object-fit', 'cover')
    expect(await fillsMat(card('Tall').locator('img'))).toBe(true)
    await film.getByRole('button', { name: 'Tall', exact: true }).click()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Icon' })).toBeVisible()
    await expect(film.locator('[aria-current=true]')).toContainText('Icon')
    await expect(film.locator('[aria-current=true]')).toBeFocused()
  })

  await test.step('the filmstrip and the stage mark media that has expired or was deleted', async () => {
    await page.getByRole('link', { name: 'Back to the inbox' }).click()
    await row('Old media').click()
    await expect(card('Expired Cart')).toBeVisible()
    await expect(card('Deleted Receipt')).toBeVisible()
    await expect(card('Cart').locator('img')).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('This evidence has expired.')
  })

  await test.step('the filmstrip shows an icon and a text for an image that cannot be loaded', async () => {
    await page.getByRole('link', { name: 'Back to the inbox' }).click()
    await row('Unreadable').click()
    await expect(card('Form')).toContainText("Couldn't load")
    // In a small picture, the badge at its lower edge does not cover the text.
    const texts = card('Form').getByText("Couldn't load")
    const low = await texts.evaluate(each => {
      const picture = each.parentElement?.getBoundingClientRect()
      return (
        picture && { height: picture.height, below: picture.bottom - each.getBoundingClientRect().bottom }
      )
    })
    expect(low?.below).toBeGreaterThanOrEqual((low?.height ?? 0) < 72 ? 20 : 0)
    await expect(card('Form').locator('img')).toHaveCount(0)
  })
})

test('a filmstrip of twenty pieces of evidence needs no scrolling, and can be filtered', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const titles = Array.from({ length: 20 }, (_, at) => `Screen ${at + 1}`)
  const first = await upload(agent, reviewId, await pngImage(400, 250), { title: titles[0] })
  for (const [at, title] of titles.slice(1).entries())
    await upload(agent, reviewId, await pngImage(400, 251 + at), { title, roundKey: 'later' })
  await agent('POST', `/v1/artifacts/${first.artifactId}/annotations`, {
    kind: 'artifact',
    body: 'Too wide.',
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const cells = film.locator('[data-artifact]')
  const options = film.getByRole('button', { name: 'Evidence list options' })

  await test.step('two columns of cells of 62 pixels show all evidence with its names', async () => {
    await expect(cells).toHaveCount(20)
    await expect(cells.last()).toBeInViewport({ ratio: 1 })
    const add = film.getByRole('button', { name: 'Add evidence' })
    await expect(add).toBeInViewport({ ratio: 1 })
    const [one, two] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
    expect([one?.height, two?.y]).toEqual([62, one?.y])
    await expect(cells.nth(0).getByRole('button').first()).toHaveAccessibleName(/^.*Screen 2$/)
    expect((await cells.nth(0).getByText('Screen 2').boundingBox())?.width).toBeGreaterThan(50)
  })

  await test.step('at rest, the filmstrip has three controls: options, collapse, add', async () => {
    const others = film.locator('button:not([data-artifact] button)')
    await expect(others).toHaveCount(3)
    await film.getByRole('button', { name: /^Earlier/ }).click()
    await expect(cells).toHaveCount(19)
    await film.getByRole('button', { name: /^Earlier/ }).click()
  })

  await test.step('a filmstrip cell under the pointer has a button that approves its evidence', async () => {
    await cells.nth(1).hover()
    const approve = cells.nth(1).getByRole('button', { name: '“Screen 3” looks good' })
    await approve.click()
    await expect(approve).toHaveAttribute('aria-pressed', 'true')
    await expect(cells.nth(1).getByRole('button').first()).toHaveAccessibleName(/Looks good$/)
  })

  await test.step('the filmstrip options filter by open comments, and set the density', async () => {
    await options.click()
    const card = page.getByRole('dialog', { name: 'Evidence list options' })
    await card.getByRole('checkbox', { name: 'With open comments' }).check()
    await expect(cells).toHaveCount(1)
    await expect(film).toContainText('1 of 20')
    await card.getByText('List', { exact: true }).click()
    await expect(film).toHaveAttribute('data-density', 'list')
    await card.getByText('Large', { exact: true }).click()
    await page.keyboard.press('Escape')
    await film.getByRole('button', { name: 'Show all' }).click()
    await page.reload()
    await expect(film).toHaveAttribute('data-density', 'large')
    await expect(cells.first().getByText('Screen 2')).toBeVisible()
  })
})

test('in a window of 1024 pixels, the picture has most of the width, and the filmstrip one column', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  for (let number = 1; number <= 8; number++)
    await upload(agent, reviewId, await pngImage(640, 400), { title: `Screen ${number}` })
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(`/reviews/${reviewId}`)
  const cells = page.getByRole('navigation', { name: 'Evidence' }).locator('[data-artifact]')
  const left = async (index: number) => (await cells.nth(index).boundingBox())?.x
  const image = page.getByTestId('stage').locator('img')
  await expect.poll(async () => ((await image.boundingBox())?.width ?? 0) / 1024).toBeGreaterThan(0.59)
  expect(await left(1)).toBe(await left(0))

  await test.step('a wider window has two columns', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(async () => ((await left(1)) ?? 0) > ((await left(0)) ?? 0)).toBe(true)
  })

  await test.step('the Tab key stops once at each cell, and a right click opens its menu', async () => {
    const buttons = cells.locator('> button')
    await buttons.nth(0).focus()
    await page.keyboard.press('Tab')
    await expect(buttons.nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(buttons.nth(2)).toBeFocused()
    await buttons.nth(2).click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Looks good' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(cells.nth(2).getByRole('button', { name: /^Actions for/ })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(buttons.nth(3)).toBeFocused()
  })
})
