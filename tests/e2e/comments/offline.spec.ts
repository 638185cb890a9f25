import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { threadsOf, upload, type Call } from '../../support/server/client'
import { press } from '../../support/browser/comments'
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

test('a comment written while the server is unreachable is stored, and sent once when it returns', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.context().setOffline(true)
  await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
  await page.getByLabel('Comment on this image').fill('Written in a tunnel.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your text is saved and is sent as soon as' }),
  ).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('listitem').filter({ hasText: 'Written in a tunnel.' })).toBeVisible()
  await expect(page.getByText("Can't reach the server. Unsent text")).toHaveCount(0)
  await expect(page.getByLabel('Comment on this image')).toHaveValue('')
  expect((await threadsOf(agent, reviewId)).map(each => each.comment)).toEqual(['Written in a tunnel.'])
})

test('a comment that failed for lack of network is sent automatically', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.route('**/annotations', route => route.abort(), { times: 2 })
  await page.getByLabel('Comment on this image').fill('Third time lucky.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Third time lucky.' })).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toHaveLength(1)
})

test('a comment whose response was lost is not sent twice', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.route('**/annotations', async route => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await page.getByLabel('Comment on this image').fill('Once.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is saved' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Comment on this image')).toHaveValue('')
  await expect(page.getByRole('listitem').filter({ hasText: 'Once.' })).toHaveCount(1)
  expect(await threadsOf(agent, reviewId)).toHaveLength(1)
})

test('following a link while the server is unreachable leaves the page open', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('Still here')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
  await expect(page.getByLabel('Comment on this image')).toHaveValue('Still here')
})

test('a reply written while the server is unreachable is sent once when it returns', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(1000, 500))
  const thread = await write(agent, artifactId, 'Why?')
  await open(`/reviews/${reviewId}`)
  await press(item(page, 'Why?'), 'Reply')
  await page.context().setOffline(true)
  await page.keyboard.type('From a tunnel')
  await page.keyboard.press('Control+Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your text is saved and is sent as soon as' }),
  ).toBeVisible()
  await page.context().setOffline(false)
  await expect(item(page, 'Why?').getByText('From a tunnel')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0)
  const { body } = await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)
  expect(body.threads.find(each => each.threadId === thread.threadId)?.comments).toHaveLength(2)
})

test('a reply to a comment that is deleted in the meantime is offered for copying', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(1000, 500))
  const thread = (
    await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Why?',
    })
  ).body
  await open(`/reviews/${reviewId}`)
  await press(item(page, 'Why?'), 'Reply')
  await page.keyboard.type('A long answer')
  await fetch(`${server.url}/api/threads/${thread.threadId}`, {
    method: 'DELETE',
    headers: { cookie: person.cookie, origin: server.url },
  })
  await expect(page.getByText('The comment you were replying to was deleted')).toBeVisible()
  await expect(page.getByText('Your reply: A long answer')).toBeVisible()
})
