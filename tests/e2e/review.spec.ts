import { readFile } from 'node:fs/promises'
import type { Thread } from '#shared/contract/thread'
import { revise, threadsOf, upload } from '../support/client'
import { complaintsOf, expect, test } from '../support/e2e'
import { picture, sample } from '../support/samples'

const png = (width = 1280, height = 800) => picture(width, height).png().toBuffer()

test('a person marks a point, a rectangle and an arrow, and the agent reads them as data', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const complaints = complaintsOf(page)
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  const box = await stage.boundingBox()
  if (!box) throw new Error('no stage')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await expect(page.getByText('%', { exact: false }).first()).toBeVisible()

  await page.mouse.click(...at(0.5, 0.5))
  await page.keyboard.type('A point.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Note 1: Point at 50 %/ })).toBeVisible()

  await page.mouse.move(...at(0.3, 0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.45, 0.5), { steps: 4 })
  await page.mouse.up()
  await page.keyboard.type('A rectangle.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('button', { name: /^Note 2: Rectangle/ })).toBeVisible()

  await stage.focus()
  await page.keyboard.press('a')
  await page.mouse.move(...at(0.6, 0.6))
  await page.mouse.down()
  await page.mouse.move(...at(0.7, 0.4), { steps: 4 })
  await page.mouse.up()
  await page.keyboard.type('An arrow.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Note 3: Arrow/ })).toBeVisible()

  const threads = await threadsOf(agent, reviewId)
  expect(threads.map(each => [each.kind, each.comment])).toEqual([
    ['point', 'A point.'],
    ['rectangle', 'A rectangle.'],
    ['arrow', 'An arrow.'],
  ])
  const [point, rectangle, arrow] = threads.map(each => each.geometry as unknown as Record<string, number>)
  expect(point?.x).toBeCloseTo(0.5, 2)
  expect(rectangle?.width).toBeGreaterThan(0.1)
  expect(arrow?.y2).toBeLessThan(arrow?.y1 ?? 0)
  expect(complaints).toEqual([])
})

test('a mark is placed, moved and sized with the keyboard alone, and Escape leaves nothing behind', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  await stage.focus()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Note on this spot')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Note on this spot')).toHaveCount(0)
  await stage.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('From the keyboard.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('From the keyboard.')).toBeVisible()
  expect((await threadsOf(agent, reviewId)).map(each => each.kind)).toEqual(['rectangle'])
})

test('a person writes at a moment of a recording, and clicking the note seeks to it', async ({
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
  await page.getByLabel(/^Note at 0:01\.2/).fill('It flickers.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('at 0:01.200')).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toMatchObject([{ kind: 'timestamp', timestampMs: 1200 }])
  await page.getByRole('slider', { name: 'Position' }).fill('0')
  await page.getByRole('button', { name: /^Note 1 at 0:01\.200/ }).click()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeCloseTo(1.2, 1)
})

test('Escape lets go of a note, on a picture and on a recording', async ({ page, agent, reviewId, open }) => {
  const picture = await upload(agent, reviewId, await png(), { title: 'Picture' })
  const recording = await upload(agent, reviewId, await readFile(sample('plain.mp4')), {
    kind: 'video',
    mime: 'video/mp4',
    title: 'Recording',
  })
  const one = (
    await agent<Thread>('POST', `/v1/artifacts/${picture.artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'A.',
    })
  ).body
  const other = (
    await agent<Thread>('POST', `/v1/artifacts/${recording.artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs: 900,
      body: 'B.',
    })
  ).body
  for (const [{ threadId }, pin] of [
    [one, /^Note 1: Point/],
    [other, /^Note 2 at 0:00/],
  ] as const) {
    await open(`/reviews/${reviewId}#${threadId}`)
    await expect(page.getByRole('button', { name: pin })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: pin })).toHaveAttribute('aria-pressed', 'false')
  }
})

test('a person notes on the picture and on the review, replies, resolves, reopens and decides', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Note on this picture').fill('The whole picture.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Whole review' }).click()
  await page.getByLabel('Note on the whole review').fill('All of it.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('All of it.')).toBeVisible()
  const [first, second] = await threadsOf(agent, reviewId)
  expect([first?.kind, first?.artifactId, second?.kind, second?.artifactId]).toEqual([
    'artifact',
    done.artifactId,
    'review',
    null,
  ])

  const note = page.getByRole('listitem').filter({ hasText: 'The whole picture.' })
  await note.getByRole('button', { name: 'Reply' }).click()
  await note.getByLabel('Reply').fill('And more.')
  await note.getByRole('button', { name: 'Send reply' }).click()
  await expect(note.getByText('And more.')).toBeVisible()

  await agent('POST', `/v1/threads/${first?.threadId}/address`, { body: 'Done in the next revision.' })
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await expect(page.getByText('Done in the next revision.')).toBeVisible()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Open 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Verified' }).click()
  await expect(page.getByRole('button', { name: 'Verified' })).toHaveAttribute('aria-pressed', 'true')
  expect(
    (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status,
  ).toBe('verified')
})

test('a new revision announces itself and does not swap the picture; notes stay on theirs', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'On the first.',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('button', { name: /^Note 1/ })).toBeVisible()
  await revise(agent, done.artifactId, await png(1280, 801))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: 'r2 has arrived: show it' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'r2 has arrived: show it' }).click()
  await expect(page.getByRole('button', { name: /^Note 1:/ })).toHaveCount(0)
  await expect(page.getByText('on r1')).toBeVisible()
  await page.getByText('On the first.').locator('xpath=ancestor::li').getByRole('button').first().click()
  await expect(page.getByRole('button', { name: /^Note 1:/ })).toBeVisible()
})

test('an address points at a note and restores its evidence and spot', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'First' })
  const second = await upload(agent, reviewId, await png(), { title: 'Second' })
  const note = await agent<Thread>('POST', `/v1/artifacts/${second.artifactId}/annotations`, {
    geometry: { x: 0.2, y: 0.2 },
    body: 'Here.',
  })
  await open(new URL(note.body.url).pathname + new URL(note.body.url).hash)
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Note 1:/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('main', { name: 'Stage: First' })).toBeVisible()
})

test('what was typed survives a failed send and a reload', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.route('**/annotations', route => route.abort())
  await page.getByLabel('Note on this picture').fill('Not lost.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is kept.' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Note on this picture')).toHaveValue('Not lost.')
})

test('comment text is text: no markup, and only safe links', async ({ page, agent, reviewId, open }) => {
  const done = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: '<img src=x onerror="document.title=\'owned\'"> javascript:alert(1) https://example.com/ok',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByText('<img src=x')).toBeVisible()
  await expect(page.locator('aside a')).toHaveCount(1)
  expect(await page.title()).not.toBe('owned')
})

test('the verdict is one choice on a phone, and says who gave it and when on a wide screen', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption({ label: 'Verified' })
  await expect
    .poll(
      async () =>
        (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status,
    )
    .toBe('verified')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(
    page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'Verified' }),
  ).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Ann, just now')).toBeVisible()
  await page.context().setOffline(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('combobox', { name: 'Verdict' }).selectOption({ label: 'Open' })
  await expect(page.getByText('The verdict was not saved')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Verdict' })).toHaveValue('verified')
})

test("a note's link and the prompt for an agent are copied; the prompt leaves the comment's text out", async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const done = await upload(agent, reviewId, await png())
  const { body: note } = await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  await open(`/reviews/${reviewId}#${note.threadId}`)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy link to the note' }).click()
  await expect.poll(copied).toBe(note.url)
  await page.getByRole('button', { name: 'Copy prompt for agent' }).click()
  await expect.poll(copied).toContain(note.threadId)
  expect(await copied()).not.toContain('Too wide')
  await expect(page.getByText('Prompt copied')).toBeVisible()
})
