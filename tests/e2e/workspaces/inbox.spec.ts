import { limits } from '#shared/contract/kit/limits'
import { joined, newReview, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { times } from '../../support/times'

test('the inbox lists reviews that need attention until the person has seen the changes', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await pngImage(640, 400))
  await open('/')
  await expect(page.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await page.getByRole('link', { name: /Totals wrap/ }).click()
  const seen = page.waitForResponse(answer => answer.url().endsWith('/seen'))
  await expect(page.getByTestId('stage')).toBeVisible()
  expect((await seen).status()).toBe(200)
  const thread = await agent<{ threadId: string }>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0, y: 0 },
    body: 'x',
  })
  await open('/')
  await expect(page.getByRole('heading', { name: 'Awaiting review 1' })).toBeVisible()
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`)
  await open('/')
  await expect(page.getByRole('heading', { name: 'Ready to verify 1' })).toBeVisible()
})

test('a verified review with new evidence is new since the verdict, and the next review to open', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const png = await pngImage(640, 400)
  await upload(agent, reviewId, png)
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  await open('/')
  await expect(page.getByRole('heading', { name: 'Decided this week 1' })).toBeVisible()
  await upload(agent, reviewId, png, { title: 'One more' })
  await open('/')
  await expect(page.getByRole('heading', { name: 'New since your verdict 1' })).toBeVisible()
  const other = await newReview(agent, projectId, 'The other one')
  await upload(agent, other, png)
  await open(`/reviews/${other}`)
  await expect(page.getByTestId('stage')).toBeVisible()
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { name: 'Totals wrap' })).toBeVisible()
})

test('keys move through the inbox, open, archive and mark as unread', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const png = await pngImage(640, 400)
  const ids: string[] = []
  for (const title of ['First', 'Second', 'Third']) {
    const id = await newReview(agent, projectId, title)
    ids.push(id)
    const { revisionId } = await upload(agent, id, png)
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
  }
  await open('/')
  const row = (title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) })
  await page.keyboard.press('j')
  await expect(row('Third')).toBeFocused()
  await page.keyboard.press('j')
  await expect(row('Second')).toBeFocused()
  await page.keyboard.press('k')
  await expect(row('Third')).toBeFocused()
  await page.keyboard.press('e')
  await expect(row('Third')).toHaveCount(0)
  await expect(row('Second')).toBeFocused()
  const status = page.getByRole('status')
  await page.keyboard.press('Control+z')
  await expect(row('Third')).toBeFocused()
  await expect(status.getByText('Undone: “Third” archived')).toBeAttached()
  await row('Second').focus()
  await page.keyboard.press('e')
  await expect(row('Second')).toHaveCount(0)
  await agent('POST', `/v1/reviews/${ids[1]}/threads`, { body: 'Changed.' })
  await open('/')
  await expect(row('Second')).toBeVisible()
  await row('First').focus()
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await expect(row('First')).toBeFocused()
  await expect(status.getByText('“First” marked as unread')).toBeAttached()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Archive until something changes')).toBeVisible()
  await page.keyboard.press('Escape')
  await row('First').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'First', level: 1 })).toBeVisible()
})

test('the menu of a review archives it, marks it as unread and opens its pull request', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const reviewId = await newReview(agent, projectId, 'First')
  await agent('PATCH', `/v1/reviews/${reviewId}`, { prRef: 'https://github.com/acme/shop/pull/7' })
  const { revisionId } = await upload(agent, reviewId, await pngImage(640, 400))
  await person.call('POST', `/v1/reviews/${reviewId}/seen`, { itemIds: [revisionId] })
  await open('/')
  const row = page.getByRole('link', { name: /^First/ })
  await expect(row).toContainText('acme/shop#7')
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for First' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.getByRole('button', { name: 'Actions for First' }).click()
  const link = page.getByRole('menuitem', { name: 'Open pull request' })
  await expect(link).toHaveAttribute('href', 'https://github.com/acme/shop/pull/7')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await page.keyboard.press('Escape')
  await act('Mark as unread')
  await expect(page.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await act('Archive until it changes')
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
})

test('an archived review is put back in the inbox from the list of its project', async ({
  page,
  agent,
  projectId,
  open,
}) => {
  await newReview(agent, projectId, 'First')
  await open('/')
  const row = page.getByRole('link', { name: /^First/ })
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for First' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Archive until it changes')
  await expect(row).toHaveCount(0)
  await open(`/projects/${projectId}`)
  await expect(row).toContainText('archived')
  await act('Put back in the inbox')
  await expect(row).not.toContainText('archived')
  await page.getByRole('link', { name: 'Inbox' }).click()
  await expect(row).toBeVisible()
})

test('archiving the last review leaves an inbox that opens nothing by itself', async ({
  page,
  agent,
  reviewId,
  server,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(640, 400))
  await page.clock.install()
  await open('/')
  await expect(page.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: "You're all caught up" })).toBeVisible()
  await expect(main.getByText('drop screenshots or videos anywhere on this page')).toBeVisible()
  await expect(main.getByRole('tab')).toHaveCount(0)
  await expect(main).not.toContainText('Waiting for')
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.clock.runFor(10_000)
  expect(requests.filter(each => each.endsWith('/reviews') || each.includes('/inbox'))).toEqual([])
  await expect(page).toHaveURL(`${server.url}/`)
})

test('a review that waits is shown, however many newer ones were archived', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  await newReview(agent, projectId, 'Still waiting')
  await times(limits.inboxReviews + 1, async () => {
    const id = await newReview(agent, projectId, 'Archived')
    await person.call('PUT', `/api/reviews/${id}/archived`, { archived: true })
  })
  await open('/')
  await expect(page.getByRole('heading', { name: 'Awaiting review 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Still waiting/ })).toBeVisible()
})

test('a person who has requested changes finds the review below, until there is new evidence', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  openAs,
}) => {
  const png = await pngImage(640, 400)
  await upload(agent, reviewId, png)
  const bo = await joined(server, person, 'Bo', 'reviewer')
  await bo.call('POST', `/api/reviews/${reviewId}/status`, { status: 'changes_requested' })
  const inbox = await openAs(bo, '/')
  await expect(inbox.getByRole('heading', { name: 'Waiting for changes 1' })).toBeVisible()
  await expect(inbox.getByRole('heading', { name: 'Awaiting review' })).toHaveCount(0)
  await inbox.goto(`${server.url}/projects/${projectId}`)
  await expect(inbox.getByText('1 review, 1 not verified')).toBeVisible()
  await upload(agent, reviewId, png, { title: 'Again' })
  await inbox.goto(server.url)
  await expect(inbox.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await expect(page).toHaveURL('about:blank')
})

test('an empty inbox says what fills it, by what the person may do', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
  openAs,
}) => {
  await open('/')
  const droppable = 'You can also drop screenshots or videos anywhere on this page.'
  await expect(page.getByRole('main').getByText(droppable)).toBeVisible()
  const reviewing = await openAs(await joined(server, person, 'Bo', 'reviewer'), '/')
  const main = reviewing.getByRole('main')
  await expect(main).toContainText('Reviews appear here when agents or members upload')
  await expect(main).not.toContainText('drop')
  const id = await newReview(agent, projectId)
  await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
  const caughtUp = await openAs(await joined(server, person, 'Kim', 'reviewer'), '/')
  await caughtUp.getByRole('button', { name: /^Actions for/ }).click()
  await caughtUp.getByRole('menuitem', { name: 'Archive until it changes' }).click()
  await expect(caughtUp.getByRole('main')).toContainText('New evidence and addressed comments appear here.')
  await expect(caughtUp.getByRole('main')).not.toContainText('drop')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('an empty inbox does not offer to drop files', async ({ page, person, open }) => {
    await person.project()
    await open('/')
    const main = page.getByRole('main')
    await expect(main.getByText('Reviews appear here when agents upload')).toBeVisible()
    await expect(main.getByText('drop screenshots')).toBeHidden()
  })
})
