import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { newReview, revise, upload, type Call } from '../../support/server/client'
import { choose } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

const item = (page: Page, text: string) => comments(page).getByRole('listitem').filter({ hasText: text })

const write = async (agent: Call, artifactId: string, body: string) =>
  (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  ).body

test('a comment is opened by a click on its text, and by an address entered into the open page', async ({
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
  await comments(page).getByText('Second', { exact: true }).click()
  await expect(chosen('Second')).toBeVisible()
  await page.evaluate(id => {
    location.hash = id
  }, first.threadId)
  await expect(chosen('First')).toBeVisible()
})

test('links to reviews in comments open in place, so that Back returns, and others in a new tab', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const first = await upload(agent, reviewId, await png(), { title: 'First' })
  const second = await upload(agent, reviewId, await png(), { title: 'Second' })
  await revise(agent, second.artifactId, await png())
  const there = await write(agent, second.artifactId, 'Over here')
  const older = there.url.replace('#', '?revision=1#')
  await write(agent, first.artifactId, `As in ${there.url}, [before](${older}) and https://example.com`)
  await open(`/reviews/${reviewId}#${first.artifactId}`)
  const link = (name: string) => item(page, 'As in').getByRole('link', { name })
  await expect(link('example.com')).toHaveAttribute('target', '_blank')
  const stage = (title: string) => page.getByRole('main', { name: `Stage: ${title}` })
  for (const name of [there.url, 'before']) {
    await link(name).click()
    await expect(stage('Second')).toBeVisible()
    await page.goBack()
    await expect(stage('First')).toBeVisible()
  }
  expect(page.context().pages()).toHaveLength(1)
})

test('a link to a comment on the whole review opens it in a review without evidence', async ({
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

test('the address of a comment opens its evidence and shows its mark', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'First' })
  const second = await upload(agent, reviewId, await png(), { title: 'Second' })
  const thread = await agent<Thread>('POST', `/v1/artifacts/${second.artifactId}/annotations`, {
    geometry: { x: 0.2, y: 0.2 },
    body: 'Here.',
  })
  await open(new URL(thread.body.url).pathname + new URL(thread.body.url).hash)
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('main', { name: 'Stage: First' })).toBeVisible()
})

test("a comment's link and agent prompt are copied, and the prompt does not contain its text", async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const done = await upload(agent, reviewId, await png())
  const { body: thread } = await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  await open(`/reviews/${reviewId}#${thread.threadId}`)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await choose(item(page, 'Too wide.'), 'Copy link')
  await expect.poll(copied).toBe(thread.url)
  await choose(item(page, 'Too wide.'), 'Copy prompt for agent')
  await expect.poll(copied).toContain(thread.threadId)
  expect(await copied()).not.toContain('Too wide')
  await expect(page.getByText('Prompt copied')).toBeVisible()
})

test('Back returns to the comment and the comparison that were left', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const other = await newReview(agent, projectId, 'Another review')
  await upload(agent, other, await png())
  const { artifactId } = await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  const thread = await write(agent, artifactId, 'First')
  await revise(agent, artifactId, await png(1280, 900))
  await upload(agent, reviewId, await png(), { title: 'Settings' })
  await open(`/reviews/${reviewId}`)
  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Dashboard').click()
  await comments(page).getByText('First', { exact: true }).click()
  await page.keyboard.press('w')
  await expect(page).toHaveURL(/compare=swipe/)
  const left = page.url()
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { name: 'Another review' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(left)
  await expect(page.getByRole('main', { name: 'Stage: Dashboard' })).toBeVisible()
  await expect(item(page, 'First').locator('button[aria-current=true]')).toBeVisible()
  expect(thread.threadId).toBe(new URL(left).hash.slice(1))
})

test('Back closes a comparison, and returns to the contact sheet that an image was opened from', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await revise(agent, artifactId, await png(1280, 900))
  const other = await upload(agent, reviewId, await png(), { title: 'Settings' })
  await revise(agent, other.artifactId, await png(1280, 900))
  await open(`/reviews/${reviewId}#${artifactId}`)
  const compareBar = page.getByRole('toolbar', { name: 'Compare' })
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('w')
  await expect(page).toHaveURL(/compare=swipe/)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${artifactId}$`))
  await expect(compareBar).toBeHidden()
  await page.goForward()
  await expect(compareBar).toBeVisible()
  // Closing it by key is as going back: Back is not a second one.
  await page.keyboard.press('w')
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${artifactId}$`))
  await page.keyboard.press('b')
  const sheet = page.getByRole('region', { name: 'Revisions of Dashboard' })
  await sheet.getByRole('button', { name: /^Open .*r1/ }).click()
  await expect(page).toHaveURL(/\?revision=1#/)
  await page.goBack()
  await expect(sheet).toBeVisible()
  // The cell of what the sheet was opened from is not a way to close it.
  await sheet.getByRole('button', { name: /^Open .*r2/ }).click()
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('s')
  await expect(compareBar).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeVisible()
  await page.goForward()
  await expect(compareBar).toBeVisible()
  // Closed is closed, also where two steps led to it.
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${artifactId}$`))
  await expect(compareBar).toBeHidden()
  await expect(sheet).toBeHidden()
  await page.keyboard.press('b')
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}#${artifactId}$`))
  await expect(sheet).toBeHidden()

  // From an address without evidence, and after a step to other evidence: closed is closed.
  for (const key of ['Escape', 'ArrowDown']) {
    await open('/')
    await page.getByRole('link', { name: /Totals wrap/ }).click()
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await page.keyboard.press('w')
    await expect(page).toHaveURL(/compare=swipe/)
    if (key === 'ArrowDown') {
      const first = page.url()
      await page.keyboard.press(key)
      await expect(page).not.toHaveURL(first)
    }
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/compare=/)
    await expect(compareBar).toBeHidden()
    await page.goBack()
    if (key === 'ArrowDown') await page.goBack()
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  }
  await page.goForward()
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await expect(compareBar).toBeHidden()
  await expect(page.getByRole('main', { name: 'Stage: Dashboard' })).toBeVisible()
})
