import type { PointGeometry } from '#shared/contract/geometry'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { composer, pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem, press } from '../../support/browser/comments'
import { boxOf } from '../../support/browser/comparison'
import { expect, test } from '../../support/browser/e2e'
import { pasteFile } from '../../support/browser/file-drop'
import { pngImage } from '../../support/media/samples'
import { annotate, onWhole } from '../../support/reviews/comments'
import { verdictButton } from '../../support/browser/verdict-card'

test('unsent comments and replies are restored in a new tab at their places', async ({
  page,
  context,
  agent,
  reviewId,
  open,
}) => {
  const first = await upload(agent, reviewId, await pngImage(1000, 500), { title: 'First' })
  await upload(agent, reviewId, await pngImage(1000, 6000), { title: 'Second' })
  await annotate(agent, first.artifactId, 'Why?', onWhole)
  await open(`/reviews/${reviewId}#${first.artifactId}`)
  const file = async (name: string) => ({ name, mimeType: 'image/png', buffer: await pngImage(60, 40) })
  const imageOf = (on: typeof page) => on.getByTestId('stage').locator('img')
  const stage = (on: typeof page, title: string) => on.getByRole('main', { name: `Stage: ${title}` })
  const film = (on: typeof page, title: string) =>
    on.getByRole('navigation', { name: 'Evidence' }).getByText(title)

  await pressImage(page, 0.25, 0.25)
  await page.keyboard.type('Half a thought')
  const placed = await spotField(page).boundingBox()
  await press(commentItem(page, 'Why?'), 'Reply')
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Half an answer')
  await pasteFile(reply, await file('draft.png'))
  await expect(page.getByText('draft.png attached')).toBeAttached()
  await pasteFile(reply, await file('removed.png'))
  await expect(page.getByText('removed.png attached')).toBeAttached()
  await page.getByRole('button', { name: 'Remove removed.png' }).click()
  await expect(page.getByText('removed.png removed')).toBeAttached()

  await test.step('an unsent comment on a spot is not shown on other evidence', async () => {
    await film(page, 'Second').click()
    await expect(stage(page, 'Second')).toBeVisible()
    await expect(imageOf(page)).toBeVisible()
    await page.mouse.move(600, 400)
    for (let i = 0; i < 2; i++) await page.mouse.wheel(0, 1600)
    await expect.poll(async () => (await imageOf(page).boundingBox())?.y).toBeLessThan(-2000)
    await page.mouse.click(600, 400)
    await expect(spotField(page)).toHaveValue('')
    await spotField(page).fill('Too low')
  })
  const scrolledTo = (await imageOf(page).boundingBox())?.y ?? 0

  await test.step('a text that could not be sent is stored on the device', async () => {
    await page.route('**/annotations', route => route.abort())
    await composer(page).fill('Not lost.')
    await page
      .getByRole('complementary', { name: 'Conversation' })
      .getByRole('button', { name: 'Send', exact: true })
      .click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your text is saved' })).toBeVisible()
  })

  const address = page.url()
  await page.close()
  const next = await context.newPage()
  await next.goto(address)
  await test.step('an unsent comment far down on a tall image is restored at its place', async () => {
    await expect(spotField(next)).toHaveValue('Too low')
    await expect.poll(async () => (await imageOf(next).boundingBox())?.y).toBeLessThan(scrolledTo + 500)
    await expect(spotField(next)).not.toBeFocused()
    await expect(composer(next)).toHaveValue('Not lost.')
  })

  await test.step('unsent text is restored: a comment on its spot, and a reply with its image', async () => {
    await film(next, 'First').click()
    await expect(spotField(next)).toHaveValue('Half a thought')
    await expect
      .poll(async () => Math.round((await spotField(next).boundingBox())?.x ?? 0))
      .toBe(Math.round(placed?.x ?? -1))
    await expect(spotField(next)).not.toBeFocused()
    await expect(next.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half an answer')
    const images = next.getByRole('list', { name: 'Attached images' }).getByRole('img')
    await expect(images).toHaveCount(1)
    const isShown = (image: SVGElement | HTMLElement) =>
      image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0
    await expect
      .poll(() => images.and(next.getByRole('img', { name: 'draft.png' })).evaluate(isShown))
      .toBe(true)
  })

  await test.step('the restored reply and the restored comment can be sent', async () => {
    await next.getByRole('button', { name: 'Send reply' }).click()
    await expect(
      commentItem(next, 'Half an answer').getByRole('button', { name: 'Open image draft.png' }),
    ).toBeVisible()
    await spotField(next).press('Control+Enter')
    await expect(commentItem(next, 'Half a thought')).toBeVisible()
    const sent = (await threadsOf(agent, reviewId)).find(each => each.comment === 'Half a thought')
    const { x, y } = sent?.geometry as PointGeometry
    expect([x, y].map(each => Math.abs(each - 0.25) < 0.01)).toEqual([true, true])
  })
})

test.describe('an unsent comment on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, an unsent comment is one line until its field has the focus, or it has an image', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 3000))
    await annotate(person.call, artifactId, 'First.')
    await annotate(person.call, artifactId, 'Second.')
    await open(`/reviews/${reviewId}`)
    const talk = page.getByRole('complementary', { name: 'Conversation' })
    const send = page.getByRole('button', { name: 'Send', exact: true })
    const top = async () => (await boxOf(talk)).y
    const atRest = await top()

    await test.step('the sheet is as low as before after the field has lost the focus', async () => {
      await composer(page).fill('Half a thought\nof two lines')
      await expect(send).toBeVisible()
      await composer(page).blur()
      await expect(verdictButton(page)).toBeVisible()
      await expect(send).toBeHidden()
      await expect.poll(top).toBe(atRest)
    })

    await test.step('the sheet is as low as before after the page was loaded again', async () => {
      await open(`/reviews/${reviewId}`)
      await expect(composer(page)).toHaveValue('Half a thought\nof two lines')
      await expect.poll(top).toBe(atRest)
    })

    await test.step('a form with an image has the full width, and a tap on its button sends it', async () => {
      const image = { name: 'draft.png', mimeType: 'image/png', buffer: await pngImage(60, 40) }
      await pasteFile(composer(page), image)
      await expect(page.getByText('draft.png attached')).toBeAttached()
      await composer(page).blur()
      const verdict = await boxOf(verdictButton(page))
      const field = await boxOf(composer(page))
      expect(field.width).toBeGreaterThan(340)
      expect(field.y).toBeGreaterThanOrEqual(verdict.y + verdict.height)
      await send.tap()
      await expect(composer(page)).toHaveValue('')
      await expect(commentItem(page, 'Half a thought')).toBeAttached()
    })
  })
})
