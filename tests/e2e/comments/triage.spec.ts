import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { upload, threadsOf, type Call } from '../../support/server/client'
import { commentItem, commentList } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(1280, 800)

const annotate = async (agent: Call, artifactId: string, body: string, more: object = {}) =>
  (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
      ...more,
    })
  ).body

/** Creates two images, each with as many comments. */
async function filled(agent: Call, reviewId: string, count = 2) {
  const first = await upload(agent, reviewId, await png(), { title: 'First' })
  const second = await upload(agent, reviewId, await png(), { title: 'Second' })
  for (let index = 1; index <= count; index++) {
    await annotate(agent, first.artifactId, `First ${index}.`)
    await annotate(agent, second.artifactId, `Second ${index}.`)
  }
  return { first, second }
}

test('the conversation lists the comments of the image on the stage, or all of the review', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await filled(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  await film.getByText('First').click()
  await expect(commentItem(page, 'First 1.')).toBeVisible()
  await expect(commentItem(page, 'Second')).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await film.getByText('Second').click()
  await expect(commentItem(page, 'Second 1.')).toBeVisible()
  await expect(commentItem(page, 'First')).toHaveCount(0)
  await page.getByRole('button', { name: 'All 4' }).click()
  await expect(commentItem(page, 'First 1.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'This image 2' })).toHaveAttribute('aria-pressed', 'false')
})

test('an image without comments says how many others have', async ({ page, agent, reviewId, open }) => {
  await filled(agent, reviewId)
  await upload(agent, reviewId, await png(), { title: 'Third' })
  await open(`/reviews/${reviewId}`)
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Third').click()
  await expect(page.getByText('No open comments on this image.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await expect(commentItem(page, 'First 1.')).toBeVisible()
})

test('with all comments listed, another image scrolls its comments to the top', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await filled(agent, reviewId, 15)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'All 30' }).click()
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const heading = (name: string) => commentList(page).getByRole('heading', { name })
  const top = async (name: string) => {
    const [list, row] = await Promise.all([
      commentList(page).locator('..').boundingBox(),
      heading(name).boundingBox(),
    ])
    return Math.round((row?.y ?? 0) - (list?.y ?? 0))
  }
  for (const name of ['First', 'Second', 'First']) {
    await film.getByText(name).click()
    await expect.poll(() => top(name)).toBeLessThan(12)
  }
})

test('seven comments fit on a laptop’s screen', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const body = 'The totals wrap on narrow screens, which hides the currency of the second column.'
  for (let index = 1; index <= 9; index++) await annotate(agent, artifactId, `${index} ${body}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/reviews/${reviewId}`)
  await expect(commentItem(page, `7 ${body}`)).toBeInViewport({ ratio: 1 })
  await expect(commentList(page).getByText('Open', { exact: true })).toHaveCount(0)
})

test('the actions of a comment are seen while it is hovered, focused or selected', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await annotate(agent, artifactId, 'One.')
  await annotate(agent, artifactId, 'Two.')
  await open(`/reviews/${reviewId}`)
  // Screen readers always have them.
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toHaveCount(2)
  const resolve = (text: string) =>
    commentItem(page, text).getByRole('button', { name: 'Resolve', exact: true })
  const expectSeen = async (seen: Record<string, boolean>) => {
    for (const [text, isSeen] of Object.entries(seen))
      await expect(resolve(text).locator('..')).toHaveCSS('opacity', isSeen ? '1' : '0')
  }
  await expectSeen({ 'One.': false, 'Two.': false })
  const height = async () => (await commentItem(page, 'One.').boundingBox())?.height
  const before = await height()
  await commentItem(page, 'One.').hover()
  await expectSeen({ 'One.': true, 'Two.': false })
  expect(await height()).toBe(before)
  await page.mouse.move(0, 0)
  await expectSeen({ 'One.': false, 'Two.': false })
  await commentItem(page, 'Two.').getByRole('button').first().focus()
  await page.keyboard.press('Tab')
  await expect(resolve('Two.')).toBeFocused()
  await expectSeen({ 'One.': false, 'Two.': true })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the actions of every comment are shown', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    await annotate(agent, artifactId, 'One.')
    await annotate(agent, artifactId, 'Two.')
    await open(`/reviews/${reviewId}`)
    await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toHaveCount(2)
    await commentItem(page, 'Two.').getByRole('button', { name: 'Resolve', exact: true }).tap()
    await expect(commentItem(page, 'Two.')).toHaveCount(0)
  })
})

test('E resolves a comment and selects the next, on other images too', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { second } = await filled(agent, reviewId)
  await annotate(agent, second.artifactId, 'Second 3.')
  await open(`/reviews/${reviewId}`)
  const current = (text: string) => commentItem(page, text).locator('button[aria-current=true]')
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Second').click()
  await commentList(page).getByText('Second 2.').click()
  await page.keyboard.press('e')
  await expect(current('Second 3.')).toBeVisible()
  await expect(commentList(page).locator('..')).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('e')
  const statuses = async () =>
    Object.fromEntries((await threadsOf(agent, reviewId)).map(each => [each.comment, each.status]))
  await expect
    .poll(statuses)
    .toMatchObject({ 'Second 1.': 'open', 'Second 2.': 'resolved', 'Second 3.': 'resolved' })
  await page.keyboard.press('Shift+T')
  await page.keyboard.press('t')
  await expect(commentList(page).locator('button[aria-current=true]')).toBeVisible()
})

test('each comment describes what it marks', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await annotate(agent, artifactId, 'Wide.', {
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 },
  })
  await annotate(agent, artifactId, 'Spot.', { geometry: { x: 0.9, y: 0.5 } })
  await annotate(agent, artifactId, 'All of it.', { kind: 'artifact', geometry: undefined })
  await open(`/reviews/${reviewId}`)
  const summary = (text: string) => commentItem(page, text).getByRole('button').first()
  await expect(summary('Wide.')).toHaveAccessibleDescription('Rectangle, upper left, 20 % wide')
  await expect(summary('Spot.')).toHaveAccessibleDescription('Point, middle right')
  await expect(summary('All of it.')).toHaveAccessibleDescription('')
})

test('several comments are resolved together, and Undo opens them again', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await filled(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'All 4' }).click()
  await page.getByRole('button', { name: 'Select comments' }).click()
  const checkbox = page.getByRole('checkbox', { name: 'Select comment 1' })
  await checkbox.check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await checkbox.press('Escape')
  await expect(checkbox).toHaveCount(0)
  await expect(page.locator('[data-thread] button:focus')).toHaveAccessibleName(/^1 ci-agent/)
  await page.getByRole('button', { name: 'Select comments' }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByText('4 selected')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  const statuses = async () => new Set((await threadsOf(agent, reviewId)).map(each => each.status))
  await expect.poll(statuses).toEqual(new Set(['resolved']))
  await expect(page.getByText('4 comments resolved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statuses).toEqual(new Set(['open']))
})

test('comments are filtered by their author and by what is unread', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await annotate(agent, artifactId, 'By an agent.')
  await annotate(person.call, artifactId, 'By Ann.')
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('/')
  const show = page.getByLabel('Show comments')
  await show.selectOption('Mine')
  await expect(commentItem(page, 'By an agent.')).toHaveCount(0)
  await expect(commentItem(page, 'By Ann.')).toBeVisible()
  await show.selectOption('Unread')
  await expect(commentItem(page, 'By Ann.')).toHaveCount(0)
  await expect(commentItem(page, 'By an agent.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search comments' }).press('Escape')
  await expect(commentItem(page, 'By Ann.')).toBeVisible()
})

test('Undo brings back each resolved comment in turn, after their toasts are gone', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await filled(agent, reviewId, 3)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('First').click()
  await commentList(page).getByText('First 1.').click()
  await page.keyboard.press('e')
  await expect(page.getByText('Comment 1 resolved')).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText('Comment 3 resolved')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Comment 3 resolved')).toHaveCount(0)
  const statuses = async () => (await threadsOf(agent, reviewId)).map(each => each.status).slice(0, 3)
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: Comment 3 resolved')).toBeVisible()
  await expect.poll(statuses).toEqual(['resolved', 'open', 'open'])
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: Comment 1 resolved')).toBeVisible()
  await expect.poll(statuses).toEqual(['open', 'open', 'open'])
})

test('a search counts its finds by status, leads to them, and Enter opens one after the other', async ({
  page,
  agent,
  person,
  reviewId,
  open,
}) => {
  const { first } = await filled(agent, reviewId)
  const old = await annotate(agent, first.artifactId, 'The radius of the card.')
  await person.call('POST', `/v1/threads/${old.threadId}/resolve`, { status: 'resolved' })
  await person.call('POST', `/api/reviews/${reviewId}/pending-comments`, { kind: 'review', body: 'Later.' })
  await open(`/reviews/${reviewId}`)
  // With hidden panels, too.
  await page.keyboard.press('\\')
  await expect(commentList(page)).toBeHidden()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search comments' })
  await expect(search).toBeFocused()
  await page.keyboard.type('radius')
  const statuses = page.getByRole('group', { name: 'Filter comments' })
  await expect(statuses.getByRole('button', { name: /^Resolved 1/ })).toBeVisible()
  await expect(statuses.getByRole('button', { name: /^Open 0/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show 1 resolved' }).click()
  await expect(commentItem(page, 'The radius of the card.')).toBeVisible()
  await search.fill('first')
  await statuses.getByRole('button', { name: /^Open/ }).click()
  await search.focus()
  const chosen = (text: string) => commentItem(page, text).locator('button[aria-current=true]')
  for (const text of ['First 1.', 'First 2.', 'First 1.']) {
    await page.keyboard.press('Enter')
    await expect(chosen(text)).toBeVisible()
  }
  await page.keyboard.press('Shift+Enter')
  await expect(chosen('First 2.')).toBeVisible()
  await expect(search).toBeFocused()
})

test('a key opens the reply to the selected comment', async ({ page, agent, reviewId, open }) => {
  await filled(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('First').click()
  await page.keyboard.press('t')
  await page.keyboard.press('Shift+C')
  await expect(commentItem(page, 'First 1.').getByLabel('Reply', { exact: true }).last()).toBeFocused()
  await page.keyboard.type('Which one?')
  await page.keyboard.press('Control+Enter')
  await expect(commentItem(page, 'First 1.').getByText('Which one?')).toBeVisible()
})
