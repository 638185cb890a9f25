import type { Thread } from '#shared/contract/thread'
import { joined, revise, upload } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { press } from '../../support/browser/comments'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { patience } from '../../support/patience'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

const png = (width = 1280, height = 800) => pngImage(width, height)

test('comments and changes by an agent appear in every open browser without a reload', async ({
  page,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  const pageErrors = collectPageErrors(page)
  const done = await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const second = await openAs(person, `/reviews/${reviewId}`)
  await expect(second.getByText('No open comments')).toBeVisible()

  const { body: thread } = await agent<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Is this wide enough?',
  })
  for (const each of [page, second]) {
    await expect(each.getByText('Is this wide enough?')).toBeVisible({ timeout: patience(3000) })
    await expect(each.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
  }
  await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'I measured it.' })
  await expect(page.getByText('I measured it.')).toBeVisible({ timeout: patience(3000) })
  await second.getByRole('button', { name: 'Changes requested' }).click()
  await expect(page.getByRole('button', { name: 'Changes requested' })).toHaveAttribute(
    'aria-pressed',
    'true',
    { timeout: patience(3000) },
  )
  await second.close()
  expect(pageErrors).toEqual([])
})

test('an open reply stays and the list does not move when an agent addresses the comment', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  const threads: Thread[] = []
  for (let i = 1; i <= 12; i++)
    threads.push(
      (
        await agent<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
          kind: 'artifact',
          body: `Note number ${i}.`,
        })
      ).body,
    )
  await open(`/reviews/${reviewId}`)
  const tenth = page.getByRole('listitem').filter({ hasText: 'Note number 10.' })
  await press(tenth, 'Reply')
  await tenth.getByRole('textbox', { name: 'Reply' }).fill('I am still thi')
  const top = async () => Math.round((await tenth.boundingBox())?.y ?? 0)
  const before = await top()
  await agent('POST', `/v1/threads/${threads[2]?.threadId}/replies`, {
    body: 'A long answer\n\nof several\n\nlines.',
  })
  await expect(page.getByText('of several')).toBeAttached({ timeout: patience(3000) })
  expect(Math.abs((await top()) - before)).toBeLessThan(3)
  await agent('POST', `/v1/threads/${threads[9]?.threadId}/address`)
  await expect(page.getByRole('button', { name: 'Addressed 1' })).toBeVisible({ timeout: patience(3000) })
  await expect(tenth.getByRole('textbox', { name: 'Reply' })).toHaveValue('I am still thi')
  await expect(tenth.getByRole('textbox', { name: 'Reply' })).toBeFocused()
  await page.keyboard.type('nking.')
  await tenth.getByRole('button', { name: 'Send reply' }).click()
  await expect(tenth).toHaveCount(0)
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await expect(page.getByText('I am still thinking.')).toBeVisible()
})

test('the comment under the pointer stays there when others get replies or are resolved', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  const threads: Thread[] = []
  for (let i = 1; i <= 24; i++)
    threads.push(
      (
        await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
          kind: 'artifact',
          body: `Note number ${i}.`,
        })
      ).body,
    )
  await open(`/reviews/${reviewId}`)
  const item = (number: number) => page.getByRole('listitem').filter({ hasText: `Note number ${number}.` })
  await page.getByRole('list', { name: 'Comments' }).hover()
  await page.mouse.wheel(0, 240)
  await item(9).hover()
  const top = async () => Math.round((await item(9).boundingBox())?.y ?? 0)
  const before = await top()
  await agent('POST', `/v1/threads/${threads[6]?.threadId}/replies`, {
    body: 'A long answer\n\nwith\n\nlines.',
  })
  await expect(item(7).getByText('A long answer')).toBeAttached({ timeout: patience(3000) })
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)
  await person.call('POST', `/v1/threads/${threads[5]?.threadId}/resolve`)
  await expect(item(6)).toHaveCount(0, { timeout: patience(3000) })
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3)
})

for (const colorScheme of themes) {
  test(`new revisions and new evidence are announced and shown only when chosen (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const done = await upload(agent, reviewId, await png(), { title: 'Dashboard' })
    await open(`/reviews/${reviewId}`)
    await expect(page.getByRole('button', { name: /^r1/ })).toHaveAttribute('aria-pressed', 'true')
    await revise(agent, done.artifactId, await png(1280, 801))
    const toasts = page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]')
    await expect(page.getByRole('button', { name: 'New revision r2 · View' })).toBeVisible({
      timeout: patience(3000),
    })
    await expect(toasts).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await upload(agent, reviewId, await png(400, 300), { title: 'Settings page' })
    await expect(toasts.filter({ hasText: 'New evidence' })).toBeVisible({ timeout: patience(3000) })
    await expect(page.getByRole('main', { name: 'Stage: Dashboard' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await toasts.filter({ hasText: 'New evidence' }).getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('main', { name: 'Stage: Settings page' })).toBeVisible()
  })
}

test('the page of an empty review shows its first evidence when it arrives', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('heading', { name: 'No evidence yet' })).toBeVisible()
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await expect(page.getByRole('main', { name: 'Stage: Dashboard' })).toBeVisible({ timeout: patience(3000) })
})

test('a shared page updates after changes, and after its link is revoked', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  const { body: link } = await agent<{ id: string; token: string }>(
    'POST',
    `/v1/reviews/${reviewId}/share-links`,
  )
  await page.context().clearCookies()
  await open(`/r/${link.token}`)
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'For everybody.' })
  await expect(page.getByText('For everybody.')).toBeVisible({ timeout: patience(3000) })
  await agent('DELETE', `/v1/share-links/${link.id}`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible({
    timeout: patience(3000),
  })
})

test('a person who is removed from the workspace loses the open review', async ({
  server,
  person,
  agent,
  reviewId,
  openAs,
}) => {
  await upload(agent, reviewId, await png())
  const reviewer = await joined(server, person, 'Reviewer', 'reviewer')
  const page = await openAs(reviewer, `/reviews/${reviewId}`)
  await expect(page.getByRole('main', { name: /^Stage/ })).toBeVisible()
  await person.call('DELETE', `/api/workspaces/${person.workspaceId}/members/${reviewer.id}`)
  await expect(page.getByRole('heading', { name: "You can't open this review" })).toBeVisible({
    timeout: patience(3000),
  })
})

test('where the event stream does not connect, the page polls', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await page.route('**/events*', route => route.abort())
  await page.clock.install()
  await open(`/reviews/${reviewId}`)
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'Found by asking.' })
  await page.clock.fastForward(16_000)
  await expect(page.getByText('Found by asking.')).toBeVisible()
})

test('a hidden tab holds no connection, and refreshes when it becomes visible', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await page.clock.install()
  await open(`/reviews/${reviewId}`)
  const ended = page.waitForEvent('requestfailed', request => request.url().includes('/events'))
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await ended
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'While away.' })
  const requests: string[] = []
  page.on('request', request => {
    if (request.method() === 'GET' && /\/(?:v1|api)\//.test(request.url())) requests.push(request.url())
  })
  await page.clock.fastForward(60_000)
  await expect(page.getByText('While away.')).toHaveCount(0)
  expect(requests).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByText('While away.')).toBeVisible()
})
