import type { Page } from '@playwright/test'
import { upload, revise } from '../../support/reviews/uploads'
import { annotate } from '../../support/reviews/comments'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { uploadSampleVideo } from '../../support/reviews/sample-video'
import { frameShown, seek } from '../../support/browser/video'

/** The maximum number of visible controls on the page of an image or a video when no menu or form is open. */
const MOST = 32

/**
 * Returns the names of the visible controls of the page, without the controls of comments and evidence, whose
 * number depends on the review.
 */
const controlsAtRest = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')].flatMap(
      each => {
        const isOfContent = each.closest('[data-artifact], [data-comments] li, [data-mark]') !== null
        const { width, height } = each.getBoundingClientRect()
        if (isOfContent || width <= 1 || height <= 1 || !each.checkVisibility({ opacityProperty: true }))
          return []
        return [each.getAttribute('aria-label') ?? each.textContent?.trim() ?? each.tagName]
      },
    ),
  )

test('a review page at rest has at most 32 controls', async ({ page, person, agent, reviewId, open }) => {
  for (let piece = 0; piece < 9; piece++) {
    const { artifactId } = await upload(agent, reviewId, await plainImage(1280, 700 + piece), {
      title: `Screen ${piece}`,
    })
    if (piece > 0) continue
    for (const height of [801, 802]) await revise(agent, artifactId, await plainImage(1280, height))
    await annotate(person.call, artifactId, 'Too wide.')
  }
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('main').getByRole('application')).toBeVisible()
  await expect(page.getByRole('toolbar').first()).toBeVisible()
  const controls = await controlsAtRest(page)
  expect(controls.length, controls.join('\n')).toBeLessThanOrEqual(MOST)
  expect(controls.length).toBeGreaterThan(15)
})

test('the page of a video has at most 32 controls, and a range moves no button', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await uploadSampleVideo(agent, reviewId)
  for (let piece = 0; piece < 8; piece++)
    await upload(agent, reviewId, await plainImage(1280, 700 + piece), { title: `Screen ${piece}` })
  await open(`/reviews/${reviewId}`)
  await frameShown(page)
  const controls = await controlsAtRest(page)
  expect(controls.length, controls.join('\n')).toBeLessThanOrEqual(MOST)
  expect(controls.join()).not.toContain('Compare')
  const places = () =>
    page
      .getByRole('button')
      .and(page.locator('[data-stage-toolbar] *, [data-play-bar] *'))
      .evaluateAll(all => all.map(each => each.getBoundingClientRect().x))
  const before = await places()
  await page.getByRole('button', { name: 'Start of a range (I)' }).click()
  await expect(page.getByTestId('range-figures')).toContainText('0:00.000–')
  expect(await places()).toEqual(before)
  await seek(page, 0.4)
  await page.getByRole('button', { name: 'End of a range (O)' }).click()
  await expect(page.getByTestId('range-figures')).toContainText('0:00.000–0:00.400')
  expect(await places()).toEqual(before)
  await page.getByRole('button', { name: 'Clear the range (Esc)' }).click()
  await expect(page.getByRole('button', { name: 'Start of a range (I)' })).toBeVisible()
})
