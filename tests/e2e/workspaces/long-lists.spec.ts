import { limits } from '#shared/contract/kit/limits'
import { findings } from '../../support/browser/checks/axe'
import { copyRow } from '../../support/data/copies'
import { joined } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { verdictButton } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { renderedPage } from '../../support/server/rendered-page'
import { holdRequests } from '../../support/browser/hold-requests'

const PROJECTS = 1000

test('one of 1,000 projects is found in the sidebar and in forms', async ({ page, server, person, open }) => {
  const id = await person.project('Service 0')
  await copyRow(server, ['project', 'id', id], PROJECTS - 1, {
    id: "id || 'X' || copy.n",
    name: "'Service ' || copy.n",
    slug: "'service-' || copy.n",
  })
  await open('/settings/tokens')
  const links = page.getByRole('list', { name: 'Projects' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  expect(await links.count()).toBeLessThan(100)
  await expect(page.getByRole('button', { name: 'New project', exact: true })).toBeInViewport()

  await page.getByRole('button', { name: 'New token' }).click()
  const scope = page.getByRole('combobox', { name: 'Scope' })
  await expect(scope).toHaveValue('Whole workspace')
  await scope.click()
  const options = page.getByRole('listbox', { name: 'Scope' }).getByRole('option')
  await expect(options.first()).toHaveText('Whole workspace')
  await expect(options.first()).toHaveAttribute('aria-setsize', String(PROJECTS + 1))
  expect(await options.count()).toBeLessThan(100)
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-posinset', String(PROJECTS + 1))
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(options.last()).toBeInViewport()
  await page.keyboard.type('service 987')
  await expect(options).toHaveText(['Only Service 987'])
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(scope).toHaveValue('Whole workspace')
  await page.getByRole('textbox', { name: 'Name' }).fill('ci-agent')
  await scope.focus()
  await page.keyboard.type('987 service')
  await page.keyboard.press('Enter')
  await expect(scope).toHaveValue('Only Service 987')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('main').getByText(/Service 987/)).toBeVisible()

  await open('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await scope.fill('service 987')
  await expect(options).toHaveText(['Only Service 987'])
  await page.keyboard.press('Enter')
  await expect(scope).toHaveValue('Only Service 987')
  await page.keyboard.press('Escape')

  const search = page.getByRole('searchbox', { name: 'Search projects' })
  await search.fill('nowhere')
  await expect(page.getByText('No results for “nowhere”.')).toBeVisible()
  await search.fill('987')
  await expect(links).toHaveText(['Service 987'])
  await links.click()
  await expect(page.getByRole('heading', { name: 'Service 987' })).toBeVisible()

  await open(`/projects/${id}X${987}`)
  await expect(page.getByRole('link', { name: 'Service 987', exact: true })).toBeInViewport()
})

test('one of 100 people is found on the page of people, as a reviewer and for a mention', async ({
  page,
  server,
  person,
  reviewId,
  open,
}) => {
  const { id } = await joined(server, person, 'Colleague C0', 'reviewer')
  await copyRow(server, ['user', 'id', id], 98, {
    id: "id || 'X' || copy.n",
    name: "'Colleague C' || copy.n",
    email: "copy.n || '-' || email",
  })
  await copyRow(server, ['membership', 'user_id', id], 98, { user_id: "user_id || 'X' || copy.n" })
  await open('/settings/people')
  await page.getByRole('searchbox', { name: 'Search people' }).fill('colleague c97')
  await expect(page.getByRole('main').getByText(/^Colleague/)).toHaveText(['Colleague C97'])
  await page.getByRole('searchbox', { name: 'Search people' }).fill('unknown')
  await expect(page.getByText('No results for “unknown”.')).toBeVisible()

  await open(`/reviews/${reviewId}`)
  await verdictButton(page).click()
  const picker = page.getByRole('combobox', { name: 'Ask for a verdict' })
  await picker.fill('97')
  await page.getByRole('option', { name: 'Colleague C97', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Reviewers' })).toHaveText(/Colleague C97\s*Asked/)
  await picker.fill('97')
  await expect(page.getByText('No results for “97”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()

  await page.getByRole('textbox', { name: 'Comment on the whole review' }).click()
  await page.keyboard.type('@c97')
  await expect(page.getByRole('listbox', { name: 'People to mention' }).getByRole('option')).toHaveText([
    /Colleague C97/,
  ])
})

test('a list of reviews keeps its scroll position when a person returns from a review', async ({
  page,
  server,
  agent,
  projectId,
  open,
}) => {
  const id = await newReview(agent, projectId, 'One of many')
  await copyRow(server, ['review', 'id', id], 119, { id: "id || 'X' || copy.n" })
  const rows = page.getByRole('main').locator('[data-review]')
  const scrolled = () => page.evaluate(() => scrollY)
  /**
   * Opens the review in a row and goes back. Expects that the page has the same scroll position as before.
   */
  const openAndReturn = async (row: number, back: () => Promise<unknown>) => {
    await rows.nth(row).scrollIntoViewIfNeeded()
    const before = await scrolled()
    expect(before).toBeGreaterThan(500)
    await rows.nth(row).click()
    await expect(verdictButton(page)).toBeVisible()
    await back()
    await expect(rows.nth(row)).toBeInViewport()
    await expect.poll(scrolled).toBe(before)
  }
  for (const width of [1280, 390])
    await test.step(`at ${width} pixels, the inbox and the project keep their scroll position`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await open('/')
      await page.getByRole('button', { name: /^Show all/ }).click()
      await openAndReturn(30, () => page.getByRole('link', { name: 'Back to the inbox' }).click())
      await openAndReturn(25, () => page.goBack())
      await open(`/projects/${projectId}`)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => rows.count()).toBeGreaterThan(60)
      await openAndReturn(60, () => page.getByRole('link', { name: 'Back to the project' }).click())
      await openAndReturn(58, () => page.goBack())
    })

  await test.step('a list of reviews that is opened in another way begins at its top', async () => {
    await rows.nth(58).click()
    await expect(verdictButton(page)).toBeVisible()
    await page.getByRole('button', { name: /^Actions for / }).click()
    await page.getByRole('menuitem', { name: /Notifications/ }).click()
    await page.getByRole('link', { name: 'Exhibit' }).first().click()
    await expect(rows.first()).toBeVisible()
    expect(await scrolled()).toBe(0)
  })
})

test('the reviews of a project do not move when the numbers of the project arrive', async ({
  page,
  agent,
  projectId,
  open,
}) => {
  await newReview(agent, projectId, 'One of one')
  const release = await holdRequests(page, url => url.pathname === '/api/projects')
  await open(`/projects/${projectId}`)
  const row = page.getByRole('main').locator('[data-review]')
  await expect(row).toBeVisible()
  const before = await row.boundingBox()
  release()
  await expect(page.getByText('1 review, 1 not verified')).toBeVisible()
  expect(await row.boundingBox()).toEqual(before)
})

test('an inbox with more reviews than its limit states that it shows only some of them', async ({
  server,
  person,
  agent,
  projectId,
}) => {
  const id = await newReview(agent, projectId)
  await copyRow(server, ['review', 'id', id], limits.inboxReviews, { id: "id || 'X' || copy.n" })
  const { text } = await renderedPage(server, '/', person)
  expect(text).toContain('Needs a verdict 200')
  expect(text).toContain('Show all 200')
  expect(text).toContain('Showing the 200 reviews that changed last.')
})
