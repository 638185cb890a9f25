import type { ReviewPayload } from '#shared/contract/review'
import { newReview, threadsOf } from '../../support/reviews/review'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { dragFile, isDropKept } from '../../support/browser/file-drop'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { pngImage } from '../../support/media/samples'

test('an empty inbox offers three ways to create the first review', async ({
  page,
  person,
  server,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  expect(person.workspaceId).toBeTruthy()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/')
  const tab = (name: string) => page.getByRole('tab', { name })
  const expectWidth = async (width: number) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  const projects = async () =>
    (await person.call<{ projects: { name: string }[] }>('GET', '/api/projects')).body.projects

  await test.step('the message for agents is copied', async () => {
    await expect(tab('Tell your agent')).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Copy message' }).click()
    const message = await page.evaluate(() => navigator.clipboard.readText())
    expect(message).toContain(`Read ${server.url}/skill.md and follow it.`)
    expect(message).toMatch(new RegExp(`npx --yes ${server.url}/cli-[\\w.-]+\\.tgz push screenshot\\.png`))
    expect(await findingsInThemes(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await expectWidth(390)
  })

  await test.step('the arrow keys show two other ways to begin, which fit a phone screen', async () => {
    await tab('Tell your agent').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tab('Upload files')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tabpanel', { name: 'Command line' })).toContainText('push screenshot.png')
    await expectWidth(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectWidth(1440)
  })

  await test.step('a file that cannot be evidence creates no review, and an image creates one', async () => {
    await tab('Upload files').click()
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(page.getByRole('alert')).toHaveText(
      /^“notes\.txt” is not an image or a video that can be shown\. Save it as PNG, /,
    )
    expect(await projects()).toEqual([])
    const buffer = await pngImage(640, 400)
    await input.setInputFiles({ name: 'checkout_total.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('heading', { name: 'Checkout total', level: 1 })).toBeVisible()
    await expect(page.getByRole('main', { name: 'Stage: Checkout total' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await projects()).map(each => each.name)).toEqual(['First project'])
    expect(pageErrors).toEqual([])
  })
})

test('a dropped file starts a review in the project of the page or in a chosen project', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const overlay = page.getByText('Drop to start a review')
  const stage = (title: string) => page.getByRole('main', { name: `Stage: ${title}` })
  const drop = async (name: string) => {
    const file = await dragFile(page, { name, mimeType: 'image/png', buffer: await pngImage(640, 400) })
    await file.over('main')
    await expect(overlay).toBeVisible()
    await file.drop('main')
  }

  await test.step('on a page without a project, a file starts a review in the only project', async () => {
    expect(projectId).toBeTruthy()
    await open('/notifications')
    await drop('Settings.png')
    await expect(stage('Settings')).toBeVisible()
  })

  const second = await person.project('Shop')
  await newReview(agent, projectId, 'There already')
  await test.step('on the page of a project, a file starts a review in this project', async () => {
    await open(`/projects/${second}`)
    await drop('Cart.png')
    await expect(stage('Cart')).toBeVisible()
  })

  await test.step('a file that is dropped while a dialog is open is ignored', async () => {
    await open('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await isDropKept(page)).toBe(true)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(/\/settings\/tokens$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('on a page without a project, the person chooses one of several projects', async () => {
    await drop('Login.png')
    const choice = page.getByRole('dialog', { name: 'Choose a project' })
    await expect(choice.getByRole('list').getByRole('button').first()).toBeFocused()
    await choice.getByRole('button', { name: 'Shop' }).click()
    await expect(stage('Login')).toBeVisible()
    const { reviews } = (
      await person.call<{ reviews: { title: string }[] }>('GET', `/api/projects/${second}/reviews`)
    ).body
    expect(reviews.map(each => each.title)).toEqual(['Login', 'Cart'])
  })

  await test.step('a file that is dropped on a page without uploads does not replace the page', async () => {
    await page.context().clearCookies()
    for (const path of ['/sign-in', '/developers']) {
      await open(path)
      expect(await isDropKept(page), path).toBe(true)
      await expect(overlay).toHaveCount(0)
    }
  })
})

test('a sample review is created only once, can be compared, and can be deleted', async ({
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
  await expect(page.getByRole('main', { name: 'Stage: Checkout', exact: true })).toBeVisible()
  await expect(page.getByTestId('compare')).toHaveAttribute('data-mode', 'side-by-side')
  await page.keyboard.press('d')
  await expect(page.getByTestId('difference-result')).toHaveText(/pixels changed/)

  const empty = await person.project('Empty')
  await open(`/projects/${empty}`)
  await page.getByRole('button', { name: 'Open a sample review' }).click()
  // The page may have added the shown evidence to the URL already.
  await expect(page).toHaveURL(new RegExp(`/reviews/${reviewId}(?:#|$)`))
  await open(`/projects/${project.id}`)
  await page.getByRole('button', { name: 'Actions for Sample', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await page.getByLabel('Type “Sample” to confirm').fill('Sample')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByRole('link', { name: /^Sample/ })).toHaveCount(0)
  expect(pageErrors).toEqual([])
})
