import type { Locator, Page } from '@playwright/test'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call } from '../support/client'
import { expect, test } from '../support/e2e'
import { picture } from '../support/samples'

const png = (width = 1000, height = 500) => picture(width, height).png().toBuffer()
const notes = (page: Page) => page.getByRole('list', { name: 'Notes' })
const item = (page: Page, text: string) => notes(page).getByRole('listitem').filter({ hasText: text })
const spotNote = (page: Page) => page.getByLabel('Note on this spot')
const write = async (agent: Call, artifactId: string, body: string) =>
  (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  ).body
const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review.status

/** Presses the picture at fractions of it. */
async function press(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('no picture')
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  await (how === 'click' ? page.mouse.click(left, top) : page.touchscreen.tap(left, top))
}

/** One finger, resting before it is lifted: Chromium takes a flick's next tap for its end. */
async function swipe(page: Page, ...points: [x: number, y: number][]) {
  const devtools = await page.context().newCDPSession(page)
  for (const [index, [x, y]] of points.entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x, y, id: 0 }],
    })
  await page.waitForTimeout(200)
  await devtools.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: points.slice(-1).map(([x, y]) => ({ x, y, id: 0 })),
  })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const within = async (inner: Locator, outer: Locator) => {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()])
  return (
    a !== null &&
    b !== null &&
    a.x >= b.x &&
    a.y >= b.y &&
    a.x + a.width <= b.x + b.width &&
    a.y + a.height <= b.y + b.height
  )
}

test('every reply takes the keyboard, also the second, and what is typed is no shortcut', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await write(agent, artifactId, 'First')
  await write(agent, artifactId, 'Second')
  await open(`/reviews/${reviewId}`)
  await item(page, 'First').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.press('Escape')
  await expect(item(page, 'First').getByRole('button', { name: 'Reply' })).toBeFocused()
  await item(page, 'Second').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('yes, next')
  await expect(page.getByLabel('Reply')).toHaveValue('yes, next')
  await page.keyboard.press('Control+Enter')
  await expect(item(page, 'Second').getByText('yes, next')).toBeVisible()
  await expect(item(page, 'Second').getByRole('button', { name: 'Reply' })).toBeFocused()
  expect(await statusOf(agent, reviewId)).toBe('open')
})

test('a second press on the same spot leaves the keyboard with the note', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await press(page, 0.5, 0.5)
  await press(page, 0.3, 0.3)
  await press(page, 0.3, 0.3)
  await page.keyboard.type('nay')
  await expect(spotNote(page)).toHaveValue('nay')
})

test('after a note is sent or dropped the keyboard is at its mark, or at the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await press(page, 0.5, 0.5)
  await page.keyboard.type('Too wide')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Note 1/ })).toBeFocused()
  await press(page, 0.8, 0.8)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('stage')).toBeFocused()
})

test('a note resolved or deleted from the keyboard leaves it at the next one, or at the stage', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  for (const body of ['First', 'Second', 'Third'])
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  await open(`/reviews/${reviewId}`)
  await item(page, 'First').getByRole('button', { name: 'Resolve' }).focus()
  await page.keyboard.press('Enter')
  await expect(item(page, 'First')).toHaveCount(0)
  await expect(item(page, 'Second').getByRole('button').first()).toBeFocused()
  await item(page, 'Second')
    .getByRole('button', { name: /^Delete/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(item(page, 'Second')).toHaveCount(0)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('a half-written note on a spot comes back there after a reload, and is not taken to other evidence', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'First' })
  await upload(agent, reviewId, await png(800, 600), { title: 'Second' })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  await film.getByText('First').click()
  await press(page, 0.25, 0.25)
  await page.keyboard.type('Half a thought')
  const before = await spotNote(page).boundingBox()
  await film.getByText('Second').click()
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await press(page, 0.5, 0.5)
  await expect(spotNote(page)).toHaveValue('')
  await page.keyboard.press('Escape')

  await film.getByText('First').click()
  await expect(spotNote(page)).toHaveValue('Half a thought')
  await page.reload()
  await expect(spotNote(page)).toHaveValue('Half a thought')
  await expect
    .poll(async () => Math.round((await spotNote(page).boundingBox())?.x ?? 0))
    .toBe(Math.round(before?.x ?? -1))
  await expect(spotNote(page)).not.toBeFocused()
  await spotNote(page).press('Control+Enter')
  await expect(item(page, 'Half a thought')).toBeVisible()
  const { body } = await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)
  const { x, y } = body.threads[0]?.geometry as unknown as { x: number; y: number }
  expect([x, y].map(each => Math.abs(each - 0.25) < 0.01)).toEqual([true, true])
})

test('Escape drops a note and a reply, and both can be brought back', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await write(agent, artifactId, 'Why?')
  await open(`/reviews/${reviewId}`)
  await press(page, 0.3, 0.3)
  await page.keyboard.type('Not yet')
  await page.keyboard.press('Escape')
  await expect(spotNote(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(spotNote(page)).toHaveValue('Not yet')
  await page.keyboard.press('Escape')
  await item(page, 'Why?').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('Because')
  await page.keyboard.press('Escape')
  await expect(page.getByText('The reply was dropped')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByLabel('Reply')).toHaveValue('Because')
})

test('a text that is too long says by how much, and loses nothing', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const composer = page.getByLabel('Note on this picture')
  await composer.fill('x'.repeat(limits.commentBody + 1234))
  await expect(page.getByText('1,234 characters too many: 10,000 fit')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect((await composer.inputValue()).length).toBe(limits.commentBody + 1234)
  await composer.fill('x'.repeat(limits.commentBody))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(composer).toHaveValue('')
})

test('the box of a note in the corner stays on the stage, however much is written', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(1400, 1200))
  await open(`/reviews/${reviewId}`)
  await press(page, 0.98, 0.98)
  await spotNote(page).fill(Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n'))
  await expect
    .poll(() => within(page.getByRole('button', { name: 'Send' }), page.getByRole('main')))
    .toBe(true)
  expect(await page.getByRole('main').evaluate(main => main.scrollTop)).toBe(0)
})

test('a reply written while the server is away goes out once when it is back', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const note = await write(agent, artifactId, 'Why?')
  await open(`/reviews/${reviewId}`)
  await item(page, 'Why?').getByRole('button', { name: 'Reply' }).click()
  await page.context().setOffline(true)
  await page.keyboard.type('From a tunnel')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'It is sent as soon as' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(item(page, 'Why?').getByText('From a tunnel')).toBeVisible()
  await expect(page.getByLabel('Reply')).toHaveCount(0)
  const { body } = await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)
  expect(body.threads.find(each => each.threadId === note.threadId)?.comments).toHaveLength(2)
})

test('a reply to a note that is deleted meanwhile is handed back', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const note = (
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Why?',
    })
  ).body
  await open(`/reviews/${reviewId}`)
  await item(page, 'Why?').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('A long answer')
  await fetch(`${server.url}/api/threads/${note.threadId}`, {
    method: 'DELETE',
    headers: { cookie: person.cookie, origin: server.url },
  })
  await expect(page.getByText('The note you were answering was deleted')).toBeVisible()
  await expect(page.getByText('Your reply: A long answer')).toBeVisible()
})

test('who signs in again on the spot has the waiting note sent', async ({
  page,
  server,
  agent,
  person,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  // The session ends while the note is on its way: earlier, the dialog would cover the button.
  await page.route(
    '**/annotations',
    async route => {
      await fetch(`${server.url}/api/auth/sign-out`, {
        method: 'POST',
        headers: { 'cookie': person.cookie, 'origin': server.url, 'content-type': 'application/json' },
        body: '{}',
      })
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByLabel('Note on this picture').fill('Through it all.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page
    .getByRole('dialog', { name: 'Sign in again' })
    .getByLabel('Password')
    .fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(item(page, 'Through it all.')).toBeVisible()
  await expect(page.getByLabel('Note on this picture')).toHaveValue('')
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
})

test('a note is opened by its text, and by an address that is put into the open page', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const first = await write(agent, artifactId, 'First')
  await write(agent, artifactId, 'Second')
  await open(`/reviews/${reviewId}#${first.threadId}`)
  const chosen = (text: string) => item(page, text).locator('button[aria-current=true]')
  await expect(chosen('First')).toBeVisible()
  await notes(page).getByText('Second', { exact: true }).click()
  await expect(chosen('Second')).toBeVisible()
  await page.evaluate(id => {
    location.hash = id
  }, first.threadId)
  await expect(chosen('First')).toBeVisible()
})

test('a link to a note on the whole review opens it where there is no evidence yet', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { body } = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
    kind: 'review',
    body: 'Where is it?',
  })
  await open(`/reviews/${reviewId}#${body.threadId}`)
  await expect(item(page, 'Where is it?').locator('button[aria-current=true]')).toBeVisible()
})

test('many revisions are a list, and a long route stays on the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const one = await upload(agent, reviewId, await png(), { route: `/${'very-long-'.repeat(16)}` })
  for (let i = 2; i <= 8; i++) await revise(agent, one.artifactId, await png(1000, 500 + i))
  await open(`/reviews/${reviewId}`)
  const list = page.getByLabel('Revision', { exact: true })
  await expect(list.getByRole('option')).toHaveText(['r8 · latest', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1'])
  await list.selectOption('r3')
  await expect(page.getByText('1000×503')).toBeVisible()
  await page.keyboard.press(']')
  await expect(page.getByText('1000×504')).toBeVisible()
  expect(await within(page.getByText('/very-long'), page.getByRole('main'))).toBe(true)
})

test('the next review that waits is one key away, and after a verdict one press', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  const other = (
    await agent<{ review: { id: string } }>('POST', '/v1/reviews', { title: 'The other one', projectId })
  ).body.review.id
  await upload(agent, other, await png())
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { name: 'The other one' })).toBeVisible()
  await page.keyboard.press('y')
  await page.getByRole('button', { name: 'Next review' }).click()
  await expect(page.getByRole('heading', { name: 'Totals wrap' })).toBeVisible()
  await page.keyboard.press('q')
  await expect(page.getByText('Nothing else waits for you')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap opens a note that what is typed goes into; sent, it stands in the list', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await press(page, 0.5, 0.5, 'tap')
    await expect(spotNote(page)).toBeFocused()
    await page.keyboard.type('By touch, yes')
    await page.getByRole('button', { name: 'Send' }).tap()
    await expect(item(page, 'By touch, yes')).toBeVisible()
    expect(await statusOf(agent, reviewId)).toBe('open')
  })

  test('one finger scrolls a tall page and draws nothing; with its tool it draws a rectangle', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png(600, 4000))
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    const top = async () => (await shown.boundingBox())?.y ?? 0
    await expect(shown).toBeVisible()
    const before = await top()
    const left = (await shown.boundingBox())?.x
    await swipe(page, [195, 350], [215, 300], [225, 200])
    await expect.poll(top).toBeLessThan(before - 80)
    expect((await shown.boundingBox())?.x).toBe(left)
    await expect(spotNote(page)).toHaveCount(0)
    await page.getByRole('button', { name: /^Rectangle/ }).tap()
    await swipe(page, [150, 200], [180, 250], [220, 300])
    await expect(spotNote(page)).toBeVisible()
  })

  test('the conversation is dragged out of the way and back', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    await write(agent, artifactId, 'Why?')
    await open(`/reviews/${reviewId}`)
    const sheet = page.getByRole('complementary', { name: 'Conversation' })
    const height = async () => (await sheet.boundingBox())?.height ?? 0
    const grip = page.getByRole('button', { name: 'Make the conversation larger' })
    const box = await grip.boundingBox()
    if (!box) throw new Error('no grip')
    await swipe(page, [195, box.y + 10], [195, 650], [195, 800])
    await expect.poll(height).toBeLessThan(110)
    await expect(page.getByRole('group', { name: 'Filter notes' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('group', { name: 'Write on' })).not.toBeInViewport()
    await page.getByRole('button', { name: /^Note 1/ }).tap()
    await expect.poll(height).toBeGreaterThan(300)
    await grip.tap()
    await expect.poll(height).toBeGreaterThan(550)
    await page.getByRole('button', { name: 'Make the conversation smaller' }).tap()
    await expect.poll(height).toBeLessThan(400)
  })
})
