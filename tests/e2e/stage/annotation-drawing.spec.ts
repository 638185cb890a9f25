import { readFile } from 'node:fs/promises'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { plainImage, sample } from '../../support/media/samples'
import { stagePoints } from '../../support/browser/stage'

test('the first drag is not lost while the code that shows shapes is still being loaded', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await plainImage(1000, 500))
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  await page.waitForLoadState('networkidle')
  const canvas = page.getByTestId('stage').locator('canvas')
  const field = page.getByLabel('Comment on this spot')
  const dragTo = async (x: number, y: number) => {
    const to = await at(x, y)
    await page.mouse.move(to.x, to.y, { steps: 5 })
  }
  const release = await holdRequests(page, /_nuxt\/.*\.js$/)
  await dragTo(0.2, 0.2)
  await page.mouse.down()
  await dragTo(0.4, 0.6)
  await page.mouse.up()
  await expect(field).toBeFocused()
  await expect(canvas).toHaveCount(0)

  await test.step('the shapes appear when the code is loaded, even during a drag', async () => {
    await dragTo(0.05, 0.7)
    await page.mouse.down()
    await dragTo(0.15, 0.9)
    release()
    await expect(canvas).toBeVisible()
    await page.mouse.up()
  })
  await field.fill('Both are drawn.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 1: Rectangle/ })).toBeVisible()
  const [thread] = await threadsOf(agent, reviewId)
  expect([thread?.kind, thread?.shapes?.map(each => each.kind)]).toEqual(['rectangle', ['rectangle']])
})

test('a mark can be placed, moved, resized, discarded and sent by keyboard alone', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await plainImage(1000, 500))
  await open(`/reviews/${reviewId}`)
  await stagePoints(page)
  const stage = page.getByTestId('stage')
  const field = page.getByLabel('Comment on this spot')
  const pin = page.getByRole('button', { name: /^Comment 1: Rectangle/ })

  await test.step('Enter with the focus outside the stage places a mark with the chosen tool', async () => {
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    await expect(stage).toBeFocused()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
  })
  await test.step('Escape discards a drawn mark that was not sent', async () => {
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  })
  await test.step('a second mark is sent with its comment', async () => {
    await stage.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.insertText('From the keyboard.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('From the keyboard.')).toBeVisible()
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    expect((await threadsOf(agent, reviewId)).map(each => each.kind)).toEqual(['rectangle'])
  })
  await test.step('Escape deselects the selected comment', async () => {
    await page.keyboard.press('Escape')
    await expect(pin).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('with a drawing tool, Enter places a mark and ignores the focused button', async () => {
    await page.getByRole('button', { name: 'Search and group comments' }).focus()
    await page.keyboard.press('p')
    await page.keyboard.press('Enter')
    await expect(stage).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
  })
})

test('a person comments on a time of a video, and a click on the comment seeks to this time', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await readFile(sample('live.webm')), {
    kind: 'video',
    mime: 'video/webm',
    title: 'Resize',
  })
  await open(`/reviews/${reviewId}`)
  const video = page.locator('main video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0)
  await page.getByRole('slider', { name: 'Position' }).fill('1.2')
  await page.getByLabel(/^Comment at 0:01\.2/).fill('It flickers.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('at 0:01.200', { exact: true })).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toMatchObject([{ kind: 'timestamp', timestampMs: 1200 }])
  await page.getByRole('slider', { name: 'Position' }).fill('0')
  const pin = page.getByRole('button', { name: /^Comment 1 at 0:01\.200/ })
  await pin.click()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeCloseTo(1.2, 1)
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
})
