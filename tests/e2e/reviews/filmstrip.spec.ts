import type { Locator } from '@playwright/test'
import { DAY } from '#shared/time'
import { newReview, upload } from '../../support/server/client'
import { runSql } from '../../support/data/database'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width: number, height: number) => pngImage(width, height)

/** Waits until the image has loaded. Returns whether all of it lies within the mat around it. */
const withinMat = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const mat = element.parentElement?.getBoundingClientRect()
    const { top, bottom, left, right } = element.getBoundingClientRect()
    return mat && top > mat.top && bottom < mat.bottom && left > mat.left && right < mat.right
  })

/** Expects an element to have the proportions of its image, and to be no larger: all is seen, in its size. */
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

test('thumbnails show the whole image and never enlarge it', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png(400, 1000), { title: 'Tall' })
  await upload(agent, reviewId, await png(24, 24), { title: 'Icon' })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  for (const title of ['Tall', 'Icon'])
    await expectWhole(film.getByRole('button', { name: title }).first().locator('img'))
  expect(await withinMat(film.getByRole('button', { name: 'Tall' }).first().locator('img'))).toBe(true)
  await open('/')
  const image = page.getByRole('link', { name: 'Totals wrap on narrow screens' }).locator('img')
  await expectWhole(image)
  expect(await withinMat(image)).toBe(true)
})

test('the focus of a card follows to the evidence that a key opens', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  for (const title of ['First', 'Second']) await upload(agent, reviewId, await png(500, 300), { title })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  await film.getByRole('button', { name: 'First', exact: true }).click()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await expect(film.locator('[aria-current=true]')).toContainText('Second')
  await expect(film.locator('[aria-current=true]')).toBeFocused()
})

test('expired and deleted media is named in the filmstrip, on the stage and in the inbox', async ({
  page,
  server,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(400, 300), { title: 'Cart' })
  await upload(agent, reviewId, await png(400, 300), { title: 'Receipt' })
  const other = await newReview(agent, projectId, 'Still there')
  await upload(agent, other, await png(400, 300), { title: 'Form' })
  const ofTitle = 'WHERE artifact_id IN (SELECT id FROM artifact WHERE title = ?)'
  for (const title of ['Cart', 'Receipt'])
    await runSql(server, `UPDATE revision SET completed_at = completed_at - ? ${ofTitle}`, [15 * DAY, title])
  await runSql(server, `UPDATE revision SET media_deleted_at = completed_at ${ofTitle}`, ['Receipt'])
  await open(`/reviews/${reviewId}`)
  const card = (name: string) =>
    page.getByRole('navigation', { name: 'Evidence' }).getByRole('button', { name }).first()
  await expect(card('Expired Cart')).toBeVisible()
  await expect(card('Deleted New since your last visit Receipt')).toBeVisible()
  await expect(card('Cart').locator('img')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('This evidence has expired.')

  await open('/')
  const row = (name: string) => page.getByRole('link', { name })
  await expect(row('Totals wrap on narrow screens')).toContainText('2 images · expired')
  await expect(row('Totals wrap on narrow screens').locator('img')).toHaveCount(0)
  await expect(row('Still there').locator('img')).toBeVisible()
  await expect(row('Still there')).not.toContainText('expired')
})

test('a picture that cannot be loaded is an icon with a word, in the filmstrip and in the inbox', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(400, 300), { title: 'Cart' })
  await page.route('**/e/*?w=320', route => route.fulfill({ status: 404 }))
  await open(`/reviews/${reviewId}`)
  const card = page
    .getByRole('navigation', { name: 'Evidence' })
    .getByRole('button', { name: 'Cart' })
    .first()
  await expect(card).toContainText("Couldn't load")
  await expect(card.locator('img')).toHaveCount(0)
  await open('/')
  const row = page.getByRole('link', { name: 'Totals wrap on narrow screens' })
  await expect(row).toBeVisible()
  await expect(row.locator('img')).toHaveCount(0)
})
