import { allFindings } from '../../support/browser/checks/all-findings'
import { boxOf } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { frameShown, timeOf } from '../../support/browser/video'
import { uploadSampleVideo } from '../../support/reviews/sample-video'
import { newShareLink } from '../../support/reviews/share'

test('the events of a video are listed next to it, follow the playback, and seek the video', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { artifactId, revisionId } = await uploadSampleVideo(agent, reviewId)
  const events = [
    { ms: 0, kind: 'chapter', text: 'Open the cart' },
    ...Array.from({ length: 40 }, (_, at) => ({ ms: 100 + at, kind: 'action', text: `Step ${at}` })),
    { ms: 1500, kind: 'network', level: 'error', text: 'DELETE /api/cart 500' },
  ]
  await agent('PUT', `/v1/revisions/${revisionId}/context`, { events })
  await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'timestamp',
    timestampMs: 1600,
    body: 'It stays in the list.',
  })
  await open(`/reviews/${reviewId}`)
  await frameShown(page)
  const list = page.getByRole('list', { name: 'Events of the video' })

  await test.step('A button states the number of a video’s events, and opens their list', async () => {
    await expect(list).toHaveCount(0)
    await page.getByRole('button', { name: 'Events 42 1 error' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(42)
    await expect(list.locator('[aria-current]')).toContainText('Chapter: Open the cart')
    // The start and the error have markers on the time bar, and the other events do not.
    await expect(page.getByTestId('event-markers').locator('span')).toHaveCount(2)
    expect(await allFindings(page)).toEqual([])
  })

  await test.step('The event list follows the video, and a press on an event seeks the video', async () => {
    const error = list.getByRole('button', { name: 'Network error: DELETE /api/cart 500' })
    await expect(error).not.toBeInViewport()
    const slider = page.getByRole('slider', { name: 'Position' })
    await slider.fill('1.9')
    await expect(error).toHaveAttribute('aria-current', 'true')
    await expect(error).toBeInViewport()
    await error.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => timeOf(page)).toBeCloseTo(0.1, 3)
  })

  await test.step('The time bar shows the time and the frame at the mouse, and does not seek', async () => {
    const { x, y, width, height } = await boxOf(page.getByRole('slider', { name: 'Position' }))
    const preview = page.getByTestId('time-preview')
    await page.mouse.move(x + width / 2, y + height / 2)
    await expect(preview).toHaveText(/^0:01\.\d{3}$/)
    await expect(preview.locator('img')).toBeVisible()
    expect(await timeOf(page)).toBeCloseTo(0.1, 3)
    await page.mouse.move(x + width / 2, y - 200)
    await expect(preview).toHaveCount(0)
  })

  await test.step('A comment on a video states the most important events at its time', async () => {
    const comment = page.locator('[data-thread]').filter({ hasText: 'It stays in the list.' })
    await expect(comment.getByText('Network error: DELETE /api/cart 500')).toBeVisible()
    await comment.getByRole('button', { name: /more$/ }).click()
    await expect(comment.getByRole('listitem')).toHaveCount(20)
  })

  await test.step('Visitors of a share link see no events of a video', async () => {
    const { url } = await newShareLink(person.call, reviewId)
    await open(new URL(url).pathname)
    await expect(page.getByText('It stays in the list.')).toBeVisible()
    await frameShown(page)
    await expect(page.getByText('Events')).toHaveCount(0)
  })
  expect(pageErrors).toEqual([])
})
