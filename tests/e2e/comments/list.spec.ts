import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { revise, upload, type Call } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })
const headings = async (page: Page) =>
  (await comments(page).getByRole('heading').allTextContents()).map(each => each.trim())

const annotate = (agent: Call, artifactId: string, body: string) =>
  agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.5 }, body })

/** Creates two images, one revised in a round, with comments on each revision and on the whole review. */
async function filled(agent: Call, reviewId: string) {
  const data = await pngImage(640, 400)
  const dashboard = await upload(agent, reviewId, data, { title: 'Dashboard' })
  const settings = await upload(agent, reviewId, data, { title: 'Settings' })
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'Show the empty state too' })
  await annotate(agent, dashboard.artifactId, 'Too wide')
  await annotate(agent, settings.artifactId, 'Größe of the label?')
  await revise(agent, settings.artifactId, data, { roundKey: 'after', roundSummary: 'After review' })
  await annotate(agent, settings.artifactId, 'Better now')
  return { dashboard, settings }
}

test('comments are grouped by evidence, by round or not, and the choice is stored', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await filled(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'All 4' }).click()
  expect(await headings(page)).toEqual(['Settings2', 'Dashboard1', 'Whole review1'])

  await page.getByRole('button', { name: 'Search and group comments' }).click()
  await page.getByLabel('Group comments', { exact: true }).selectOption('By round')
  expect(await headings(page)).toEqual(['Round 1 · After review1', 'Earlier uploads2', 'Whole review1'])
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'All 4' }).click()
  await expect(comments(page).getByRole('heading', { name: 'Round 1 · After review' })).toBeVisible()

  await page.keyboard.press('/')
  await page.getByLabel('Group comments', { exact: true }).selectOption('By date')
  await expect(comments(page).getByRole('heading')).toHaveCount(0)
  await expect(comments(page).getByRole('listitem').first()).toContainText('On the whole review')
})

test('comments are searched by keyboard, and a link to a comment clears the search', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await filled(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search comments' })
  await expect(field).toBeFocused()
  await page.keyboard.type('grosse')
  await expect(page.getByText('No results for “grosse”.')).toBeVisible()
  await field.fill('GRÖßE')
  await expect(comments(page).getByText('Größe of the label?')).toBeVisible()
  await expect(comments(page).getByText('Too wide')).toHaveCount(0)
  await expect(page.getByText('1 of 4 comments')).toBeAttached()

  await page.getByRole('navigation', { name: 'Evidence' }).getByText('Dashboard').click()
  await page.getByRole('button', { name: /^Comment 1/ }).click()
  await expect(comments(page).getByText('Too wide')).toBeInViewport()
  await expect(field).toHaveValue('')

  await field.fill('wide')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await page.getByRole('button', { name: 'All 4' }).click()
  await expect(comments(page).getByText('Better now')).toBeVisible()
})

test('a search shows the first comment that it found, wherever the list was', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  for (let n = 1; n <= 25; n++) await annotate(agent, artifactId, `Remark ${n} on the label`)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: /^Comment 25:/ }).click()
  await expect(comments(page).getByText('Remark 25 on the label')).toBeInViewport()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search comments' }).fill('label')
  await expect(comments(page).getByText('Remark 1 on the label')).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap opens all evidence, with its rounds and menus', async ({ page, agent, reviewId, open }) => {
    await filled(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    const stage = (title: string) => page.getByRole('main', { name: `Stage: ${title}` })
    const sheet = page.getByRole('dialog', { name: 'Evidence' })
    await page.getByRole('button', { name: 'Next evidence' }).tap()
    await expect(stage('Dashboard')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next evidence' })).toBeDisabled()

    await page.getByRole('button', { name: 'All evidence' }).tap()
    await sheet.getByText('Settings').tap()
    await expect(sheet).toHaveCount(0)
    await expect(stage('Settings')).toBeVisible()

    await page.getByRole('button', { name: 'All evidence' }).tap()
    await sheet.getByLabel('Evidence as of').selectOption('Earlier uploads')
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(
      page.getByRole('button', { name: /^All evidence, 2 \/ 2: .* · earlier uploads$/ }),
    ).toBeVisible()

    await page.getByRole('button', { name: 'All evidence' }).tap()
    await sheet.getByRole('button', { name: 'Actions for Settings' }).tap()
    await page.getByRole('menuitem', { name: 'Edit title and description' }).tap()
    await page.getByLabel('Title').fill('Preferences')
    await page.getByRole('button', { name: 'Save' }).tap()
    await expect(sheet.getByText('Preferences')).toBeVisible()
  })
})

for (const colorScheme of themes) {
  test(`axe finds no violations in grouped comments, search and evidence sheet, ${colorScheme}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await filled(agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search comments' })).toBeFocused()
    await page.keyboard.type('better')
    expect(await findings(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'All evidence' }).click()
    await expect(page.getByRole('dialog', { name: 'Evidence' }).getByText('Settings')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
}
