import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { newReview, upload, type Call } from '../../support/server/client'
import { collectPageErrors, enter, expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { pngImage } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { themes } from '../../support/browser/themes'

const png = () => pngImage(1280, 800)

const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search commands' })

test('the palette finds projects, reviews and settings, and opens them by keyboard', async ({
  page,
  server,
  agent,
  projectId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const reviewId = await newReview(agent, projectId, 'Checkout totals')
  await newReview(agent, projectId, 'Dark header')
  await open('/')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await expect(page.getByRole('option', { name: 'Inbox G then I' })).toBeVisible()
  await page.keyboard.type('totals')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/reviews/${reviewId}`)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('usage')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/settings/billing`)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('Acme')
  await page.getByRole('option', { name: /^Acme web/ }).click()
  await expect(page).toHaveURL(`${server.url}/projects/${projectId}`)
  expect(pageErrors).toEqual([])
})

test('on a review the palette opens evidence, selects tools, filters and sets the verdict', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'First' })
  await upload(agent, reviewId, await png(), { title: 'Second, at the till' })
  await open(`/reviews/${reviewId}`)
  const run = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
  }
  await run('till')
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await run('tool arrow')
  await expect(page.getByRole('button', { name: 'Arrow (A)' })).toHaveAttribute('aria-pressed', 'true')
  await run('resolved comments')
  await expect(page.getByRole('button', { name: 'Resolved 0' })).toHaveAttribute('aria-pressed', 'true')
  await run('write a comment')
  await expect(page.getByLabel('Comment on this image')).toBeFocused()
  await run('verdict verified')
  await expect.poll(() => statusOf(agent, reviewId)).toBe('verified')
  await page.getByTestId('stage').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toHaveCount(1)
  // At the same time: the list is filled while the keys are handled.
  await expect(async () =>
    expect(await palette(page).getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id')),
  ).toPass()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByTestId('stage')).toBeFocused()
})

test('outside a review the palette finds evidence by its title and opens it', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  const till = await upload(agent, reviewId, await png(), { title: 'Second, at the till' })
  await open('/')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('at the till')
  await expect(page.getByRole('option', { name: /^Second, at the till Totals wrap/ })).toBeVisible()
  await expect(page.getByRole('status').getByText('1 result', { exact: true })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${reviewId}#${till.artifactId}$`))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('at the till')
  await expect(page.getByRole('option', { name: /at the till/ })).toHaveCount(1)
})

test('what was moved to stays chosen when evidence is found afterwards', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Settings of the shop' })
  await open('/')
  const release = await holdRequests(page, url => url.pathname === '/api/evidence')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('settings')
  await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('option', { selected: true })
  const name = await chosen.textContent()
  release()
  await expect(page.getByRole('option').first()).toContainText('Settings of the shop')
  expect(await chosen.textContent()).toBe(name)
})

test('the palette creates a project, a review and a token, and its key is in the list of keys', async ({
  page,
  reviewId,
  open,
}) => {
  expect(reviewId).toBeTruthy()
  await open('/')
  const choose = async (name: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type('new')
    await page.getByRole('option', { name }).click()
    await expect(palette(page)).toHaveCount(0)
  }
  await choose('New agent token')
  await page.getByRole('dialog', { name: 'New agent token' }).getByRole('button', { name: 'Cancel' }).click()
  await choose('New project')
  await page.getByLabel('Name').fill('Shop')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  await choose('New review in Shop')
  await page.getByLabel('Title').fill('Checkout')
  await page.getByRole('button', { name: 'Create review' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Ctrl/⌘+K')).toBeVisible()
})

for (const colorScheme of themes) {
  test(`axe finds no violations in the palette, shortcuts, a toast and the banner, ${colorScheme}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage')).toBeVisible()
    const found: Record<string, string[]> = {}
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: /Totals wrap/ })).toBeVisible()
    found.palette = await findings(page)
    await page.keyboard.type('xyzzy')
    await expect(page.getByText('No results for “xyzzy”.')).toBeVisible()
    found.nothing = await findings(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    found.keys = await findings(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('y')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
    found.banner = await findings(page)
    expect(found).toEqual({ palette: [], nothing: [], keys: [], banner: [] })
  })
}

test.describe('on a small laptop', () => {
  test.use({ viewport: { width: 1024, height: 768 } })
  test('the palette fits the screen and shows whole titles', async ({ page, agent, reviewId, open }) => {
    for (const title of ['Dashboard', 'Settings', 'Reports', 'Checkout', 'Profile', 'Search'])
      await upload(agent, reviewId, await png(), { title })
    await open(`/reviews/${reviewId}`)
    expect(
      await page.getByRole('heading', { level: 1 }).evaluate(each => each.scrollWidth <= each.clientWidth),
    ).toBe(true)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await settled(page)
    const box = await page.getByRole('dialog').boundingBox()
    expect(box && box.y + box.height).toBeLessThan(768)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the palette and the banner fit the screen, and toasts do not cover the composer', async ({
    page,
    server,
    context,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await enter(context, server, person)
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    const box = await page.getByRole('dialog').boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    await page.keyboard.type('verdict verified')
    await page.keyboard.press('Enter')
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    expect((await undo.boundingBox())?.y).toBeLessThan(300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the palette has a button that closes it, and names no keys', async ({ page, person, open }) => {
    expect(person.id).toBeTruthy()
    await open('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Search/ })
      .click()
    await expect(page.getByRole('option', { name: 'Inbox' })).toBeVisible()
    await expect(page.getByText('G then I')).toBeHidden()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await expect(palette(page)).toHaveCount(0)
  })
})
