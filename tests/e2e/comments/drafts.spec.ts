import type { Page } from '@playwright/test'
import type { PointGeometry } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { threadsOf, upload, type Call } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search commands' })

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

const item = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

/** The field of the open box; behind it, there may be others that are being sent. */
const spotField = (page: Page) => page.getByLabel('Comment on this spot').filter({ visible: true })

/** Returns the texts of the comments of a review, with how far from the left each is, rounded. */
const placed = async (agent: Call, reviewId: string) =>
  (await threadsOf(agent, reviewId)).map(({ comment, geometry }) => {
    const { x } = geometry as PointGeometry
    return [comment, Math.round(x * 100) / 100]
  })

/** Clicks the image at fractions of it. */
async function press(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('The stage shows no image.')
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  await (how === 'click' ? page.mouse.click(left, top) : page.touchscreen.tap(left, top))
}

test('unsent comments and replies are restored in a new tab', async ({
  page,
  context,
  server,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { kind: 'artifact', body: 'Why?' })
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('Half a thought')
  await item(page, 'Why?').hover()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Half an answer')
  await page.close()
  const next = await context.newPage()
  await next.goto(`${server.url}/reviews/${reviewId}`)
  await expect(next.getByLabel('Comment on this image')).toHaveValue('Half a thought')
  await expect(next.getByRole('textbox', { name: 'Reply' })).toHaveValue('Half an answer')
})

test('signing out deletes unsent text', async ({ page, server, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('Mine alone')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/sign-in`)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('draft:'))),
  ).toEqual([])
})

test('an unsent comment on a spot is restored there after a reload, and on no other evidence', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1000, 500), { title: 'First' })
  await upload(agent, reviewId, await png(800, 600), { title: 'Second' })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  await film.getByText('First').click()
  await press(page, 0.25, 0.25)
  await page.keyboard.type('Half a thought')
  const before = await spotField(page).boundingBox()
  await film.getByText('Second').click()
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await press(page, 0.5, 0.5)
  await expect(spotField(page)).toHaveValue('')
  await page.keyboard.press('Escape')

  await film.getByText('First').click()
  await expect(spotField(page)).toHaveValue('Half a thought')
  await page.reload()
  await expect(spotField(page)).toHaveValue('Half a thought')
  await expect
    .poll(async () => Math.round((await spotField(page).boundingBox())?.x ?? 0))
    .toBe(Math.round(before?.x ?? -1))
  await expect(spotField(page)).not.toBeFocused()
  await spotField(page).press('Control+Enter')
  await expect(item(page, 'Half a thought')).toBeVisible()
  const { body } = await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)
  const { x, y } = body.threads[0]?.geometry as unknown as { x: number; y: number }
  expect([x, y].map(each => Math.abs(each - 0.25) < 0.01)).toEqual([true, true])
})

test('typed text survives a failed send and a reload', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.route('**/annotations', route => route.abort())
  await page.getByLabel('Comment on this image').fill('Not lost.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Comment on this image')).toHaveValue('Not lost.')
})

test('the next comment begins empty while one is being sent, and both arrive where they were put', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const release = await holdRequests(page, '**/annotations')
  await press(page, 0.2, 0.2)
  await spotField(page).fill('First')
  await page.keyboard.press('Control+Enter')
  await press(page, 0.6, 0.6)
  await expect(spotField(page)).toHaveValue('')
  await page.keyboard.type('Second')
  release()
  await expect(item(page, 'First')).toBeVisible()
  await expect(spotField(page)).toHaveValue('Second')
  await expect(spotField(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'Second')).toBeVisible()
  await expect(spotField(page)).toHaveCount(0)
  expect(await placed(agent, reviewId)).toEqual([
    ['First', 0.2],
    ['Second', 0.6],
  ])
})

test('a comment that waits for the network keeps its place and text while another is written', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  // An image that has not arrived by then is not shown, and cannot be clicked.
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.context().setOffline(true)
  const failure = page
    .getByRole('alert')
    .filter({ hasText: 'Your text is saved and is sent as soon as', visible: true })
  await press(page, 0.2, 0.2)
  await spotField(page).fill('First')
  await page.keyboard.press('Control+Enter')
  await expect(failure).toBeVisible()
  await press(page, 0.6, 0.6)
  await expect(spotField(page)).toHaveValue('')
  await page.keyboard.type('Second')
  // The first one is shown again, and still waits.
  await page.keyboard.press('Escape')
  await expect(spotField(page)).toHaveValue('First')
  await expect(failure).toBeVisible()
  await press(page, 0.7, 0.3)
  await expect(spotField(page)).toHaveValue('')
  await page.keyboard.type('Third')
  await page.keyboard.press('Control+Enter')
  await expect(failure).toBeVisible()
  await page.context().setOffline(false)
  await expect(item(page, 'First')).toBeVisible()
  await expect(item(page, 'Third')).toBeVisible()
  await expect(spotField(page)).toHaveCount(0)
  expect((await placed(agent, reviewId)).toSorted()).toEqual([
    ['First', 0.2],
    ['Third', 0.7],
  ])
})

test('a half-written comment far down on a tall image is shown again where it is', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1000, 6000))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.mouse.move(600, 400)
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, 400)
  const shown = page.getByTestId('stage').locator('img')
  await expect.poll(async () => (await shown.boundingBox())?.y).toBeLessThan(-2000)
  const before = (await shown.boundingBox())?.y ?? 0
  await page.mouse.click(600, 400)
  await spotField(page).fill('Too low')
  await page.reload()
  await expect(spotField(page)).toHaveValue('Too low')
  await expect.poll(async () => (await shown.boundingBox())?.y).toBeLessThan(before + 500)
})

test('Undo does not restore a discarded comment over the next one', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await press(page, 0.2, 0.2)
  await spotField(page).fill('First')
  await page.keyboard.press('Escape')
  await press(page, 0.6, 0.6)
  await spotField(page).fill('Second')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Send or discard the comment that you are writing first.')).toBeVisible()
  await expect(spotField(page)).toHaveValue('Second')
})

for (const where of ['Add shape', 'the stage'] as const)
  test(`Escape on ${where} discards a comment with its text, and Undo brings both back`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await press(page, 0.3, 0.3)
    await spotField(page).fill('Half a thought')
    if (where === 'Add shape') {
      await page.getByRole('button', { name: 'Add shape' }).click()
      await page.keyboard.press('Escape')
      // That only ends adding shapes.
      await expect(spotField(page)).toHaveValue('Half a thought')
    } else await page.getByTestId('stage').focus()
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveCount(0)
    await expect(page.getByText('Draft discarded')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(spotField(page)).toHaveValue('Half a thought')
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveCount(0)
    await press(page, 0.6, 0.6)
    await expect(spotField(page)).toHaveValue('')
  })
