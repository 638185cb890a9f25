import type { Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import { findings } from '../../support/browser/axe'
import { newReview, threadsOf } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(640, 400)

/** Drops a file on the page. */
async function drop(page: Page, name: string, buffer: Buffer, type = 'image/png') {
  const data = await page.evaluateHandle(
    ([base64, fileName, mime]) => {
      const carried = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
      carried.items.add(new File([bytes], fileName, { type: mime }))
      return carried
    },
    [buffer.toString('base64'), name, type] as const,
  )
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data })
  await expect(page.getByText('Drop to start a review')).toBeVisible()
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

/** Drops a file on the page; returns whether the browser does not show it in place of the page. */
const dropIgnored = (page: Page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['a'], 'a.png', { type: 'image/png' }))
    const send = (type: string) =>
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    return !send('dragover') && !send('drop')
  })

for (const width of [1440, 390])
  test(`an empty inbox offers a message for agents, two commands, uploads and a sample (${width})`, async ({
    page,
    person,
    server,
    open,
  }) => {
    expect(person.workspaceId).toBeTruthy()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width, height: 844 })
    await open('/')
    await expect(page.getByRole('tab', { name: 'Tell your agent' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Copy message' }).click()
    const message = await page.evaluate(() => navigator.clipboard.readText())
    expect(message).toContain(`Read ${server.url}/skill.md and follow it.`)
    expect(message).toMatch(
      new RegExp(`npx --yes ${server.url}/cli-[\\w.-]+\\.tgz push screenshot\\.png --json`),
    )
    expect(await findings(page)).toEqual([])
    await page.getByRole('tab', { name: 'Tell your agent' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tab', { name: 'Upload files' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tabpanel', { name: 'Command line' })).toContainText('push screenshot.png')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })

test('a file that is dropped on an empty inbox makes project and review, and is their evidence', async ({
  page,
  person,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await open('/')
  await drop(page, 'checkout_total.png', await png())
  await expect(page.getByRole('heading', { name: 'Checkout total', level: 1 })).toBeVisible()
  await expect(page.getByRole('main', { name: 'Stage: Checkout total' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { projects } = (await person.call<{ projects: { name: string }[] }>('GET', '/api/projects')).body
  expect(projects.map(each => each.name)).toEqual(['First project'])
  expect(pageErrors).toEqual([])
})

test('files are chosen in the inbox too, and one that is no evidence makes nothing', async ({
  page,
  person,
  open,
}) => {
  await open('/')
  await page.getByRole('tab', { name: 'Upload files' }).click()
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByRole('alert')).toHaveText(
    'Unsupported file type. Use PNG, JPEG, WebP, GIF, MP4 or WebM.',
  )
  expect((await person.call<{ projects: object[] }>('GET', '/api/projects')).body.projects).toEqual([])
  await input.setInputFiles({ name: 'Login.png', mimeType: 'image/png', buffer: await png() })
  await expect(page.getByRole('main', { name: 'Stage: Login' })).toBeVisible()
})

test('a dropped file belongs to the project of the page, or to the one that is chosen', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const second = await person.project('Shop')
  await newReview(agent, projectId, 'There already')
  await open(`/projects/${second}`)
  await drop(page, 'Cart.png', await png())
  await expect(page.getByRole('main', { name: 'Stage: Cart' })).toBeVisible()
  await open('/')
  await drop(page, 'Login.png', await png())
  const choice = page.getByRole('dialog', { name: 'Choose a project' })
  await expect(choice.getByRole('list').getByRole('button').first()).toBeFocused()
  await choice.getByRole('button', { name: 'Shop' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Login' })).toBeVisible()
  const { reviews } = (
    await person.call<{ reviews: { title: string }[] }>('GET', `/api/projects/${second}/reviews`)
  ).body
  expect(reviews.map(each => each.title)).toEqual(['Login', 'Cart'])
})

test('a file that is dropped on any page of the dashboard starts a review, but not behind a dialog', async ({
  page,
  projectId,
  open,
}) => {
  expect(projectId).toBeTruthy()
  for (const path of ['/notifications', '/settings/account']) {
    await open(path)
    await drop(page, 'Login.png', await png())
    await expect(page.getByRole('main', { name: 'Stage: Login' })).toBeVisible()
  }
  await open('/settings/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await dropIgnored(page)).toBe(true)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/tokens$/)
})

test('a file that is dropped where pages take none does not replace the page', async ({ page, server }) => {
  for (const path of ['/sign-in', '/developers', '/r/unknown']) {
    await page.goto(server.url + path)
    await page.waitForSelector('html[data-hydrated]')
    expect(await dropIgnored(page), path).toBe(true)
    await expect(page.getByText('Drop to start a review')).toHaveCount(0)
  }
})

test('a sample review is made once, can be compared and commented on, and is deleted', async ({
  page,
  person,
  agent,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await open('/')
  await page.getByRole('button', { name: 'Open a sample review' }).click()
  await expect(page).toHaveURL(/\/reviews\/rev_/)
  await expect(page.getByRole('heading', { name: /^Sample:/, level: 1 })).toBeVisible()
  const reviewId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect
    .poll(async () => (await threadsOf(agent, reviewId)).map(each => each.status))
    .toEqual(['addressed', 'open'])
  const { artifacts, project } = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
  expect(artifacts.map(each => [each.title, each.status, each.revisions.length])).toEqual([
    ['Checkout', 'ready', 2],
    ['Checkout on a phone', 'ready', 1],
  ])
  await open(`/reviews/${reviewId}#${artifacts[0]?.id}`)
  await page.getByTestId('stage').focus()
  await page.keyboard.press('d')
  await expect(page.getByTestId('difference-result')).toHaveText(/pixels changed/)

  const empty = await person.project('Empty')
  await open(`/projects/${empty}`)
  await page.getByRole('button', { name: 'Open a sample review' }).click()
  // The shown evidence may be in the address already.
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}(?:#|$)`))
  await open(`/projects/${project.id}`)
  await page.getByRole('button', { name: 'Actions for Sample', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await page.getByLabel('Type “Sample” to confirm').fill('Sample')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByRole('link', { name: /^Sample/ })).toHaveCount(0)
  expect(pageErrors).toEqual([])
})
