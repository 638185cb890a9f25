import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { collectFound } from '../../support/browser/checks/page-checks'
import { pngImage } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { themes } from '../../support/browser/checks/themes'

const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search commands' })

async function openPalette(page: Page) {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
}

test('the palette opens projects, reviews, evidence and settings, and creates new objects', async ({
  page,
  server,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const checkoutId = await newReview(agent, projectId, 'Checkout sums')
  const image = await pngImage(64, 40)
  await upload(agent, reviewId, image, { title: 'Settings of the shop' })
  const till = await upload(agent, reviewId, image, { title: 'Second, at the till' })
  await open('/')

  await test.step('the selected row of the palette stays selected when found evidence is added', async () => {
    const release = await holdRequests(page, url => url.pathname === '/api/evidence')
    await openPalette(page)
    await expect(page.getByRole('option', { name: 'Inbox G then I' })).toBeVisible()
    await page.keyboard.type('settings')
    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    const name = await chosen.textContent()
    release()
    await expect(page.getByRole('option').first()).toContainText('Settings of the shop')
    expect(await chosen.textContent()).toBe(name)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
  })
  await test.step('the palette finds and opens a review', async () => {
    await openPalette(page)
    await page.keyboard.type('sums')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/reviews/${checkoutId}`)
  })
  await test.step('the palette finds and opens a settings page, and G and I open the inbox', async () => {
    await openPalette(page)
    await page.keyboard.type('usage')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/settings/billing`)
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  })
  await test.step('the palette finds a project, which can be opened by mouse', async () => {
    await page.getByRole('button', { name: 'Search' }).click()
    await page.keyboard.type('Acme')
    await page.getByRole('option', { name: /^Acme web/ }).click()
    await expect(page).toHaveURL(`${server.url}/projects/${projectId}`)
  })
  await test.step('the palette opens the dialogs that create a token, a project and a review', async () => {
    const choose = async (name: string | RegExp) => {
      await openPalette(page)
      await page.keyboard.type('new')
      await page.getByRole('option', { name }).click()
      await expect(palette(page)).toHaveCount(0)
    }
    const dialog = page.getByRole('dialog', { name: 'New agent token' })
    await choose('New agent token')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await choose('New project')
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
    await choose('New review in Shop')
    await page.getByLabel('Title').fill('Checkout')
    await page.getByRole('button', { name: 'Create review' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  })
  await test.step('the palette finds, counts and opens evidence of another review by title', async () => {
    await openPalette(page)
    await page.keyboard.type('at the till')
    await expect(page.getByRole('option', { name: /^Second, at the till Totals wrap/ })).toBeVisible()
    await expect(page.getByRole('status').getByText('1 result', { exact: true })).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${reviewId}#${till.artifactId}$`))
  })
  await test.step('the palette lists evidence of the open review only once', async () => {
    await openPalette(page)
    await page.keyboard.type('at the till')
    await expect(page.getByRole('option', { name: /at the till/ })).toHaveCount(1)
    await page.keyboard.press('Escape')
  })
  expect(pageErrors).toEqual([])
})

test('letters that are typed while the palette loads are its query, and set no verdict', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(64, 40), { title: 'First' })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('yes')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('ter')
  await expect(palette(page)).toHaveValue('yester')
  expect(await statusOf(agent, reviewId)).toBe('open')
})

for (const colorScheme of themes) {
  test.describe(`the command palette works in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('on a review, the palette runs commands, fits the screen and has no axe violations', async ({
      page,
      agent,
      reviewId,
      open,
    }) => {
      const { found, add } = collectFound()
      const image = await pngImage(64, 40)
      for (const title of ['First', 'Settings', 'Reports', 'Checkout', 'Profile', 'Second, at the till'])
        await upload(agent, reviewId, image, { title })
      await open(`/reviews/${reviewId}`)
      await expect(page.getByTestId('stage')).toBeVisible()
      const run = async (typed: string) => {
        await openPalette(page)
        await page.keyboard.type(typed)
        await page.keyboard.press('Enter')
        await expect(palette(page)).toHaveCount(0)
      }
      await test.step('palette commands open evidence, choose tools, filter and add comments', async () => {
        await run('till')
        await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
        await run('tool arrow')
        await expect(page.getByRole('button', { name: 'Arrow (A)' })).toHaveAttribute('aria-pressed', 'true')
        await run('resolved comments')
        await expect(page.getByRole('button', { name: 'Resolved 0' })).toBeVisible()
        await run('write a comment')
        await expect(page.getByLabel('Comment on this image')).toBeFocused()
      })
      await test.step('in the palette, arrow keys select one row; Escape returns the focus', async () => {
        await page.getByTestId('stage').focus()
        await openPalette(page)
        await expect(page.getByRole('option', { name: /Totals wrap/ })).toBeVisible()
        add('palette', await findings(page))
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('ArrowUp')
        const chosen = page.getByRole('option', { selected: true })
        await expect(chosen).toHaveCount(1)
        // The results may change while the keys are handled, so the active option and the selected option are
        // read until they are the same.
        await expect(async () =>
          expect(await palette(page).getAttribute('aria-activedescendant')).toBe(
            await chosen.getAttribute('id'),
          ),
        ).toPass()
        await page.keyboard.type('xyzzy')
        await expect(page.getByText('No results for “xyzzy”.')).toBeVisible()
        add('nothing found', await findings(page))
        await page.keyboard.press('Escape')
        await expect(palette(page)).toHaveCount(0)
        await expect(page.getByTestId('stage')).toBeFocused()
      })
      await test.step('the list of keyboard shortcuts contains the key of the palette', async () => {
        await page.keyboard.press('?')
        const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
        await expect(keys.getByText('Ctrl+K')).toBeVisible()
        add('keys', await findings(page))
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
      await test.step('a small laptop shows the whole palette and the whole review title', async () => {
        await page.setViewportSize({ width: 1024, height: 768 })
        const title = page.getByRole('heading', { level: 1 })
        expect(await title.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
        await openPalette(page)
        await expect(page.getByRole('option').first()).toBeVisible()
        await settled(page)
        const box = await page.getByRole('dialog').boundingBox()
        expect(box && box.y + box.height).toBeLessThan(768)
        await page.keyboard.press('Escape')
      })
      await test.step('a phone shows the whole palette, and no toast covers the comment form', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await openPalette(page)
        const box = await page.getByRole('dialog').boundingBox()
        expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
        await page.keyboard.type('verdict verified')
        // The first result opens a form. The test chooses the second result, which gives the verdict
        // directly.
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        const question = page.getByRole('dialog', { name: 'Verify anyway?' })
        await question.getByRole('button', { name: 'Verify' }).click()
        await expect.poll(() => statusOf(agent, reviewId)).toBe('verified')
        const undo = page.getByRole('button', { name: 'Undo' })
        await expect(undo).toBeVisible()
        const [toast, stage] = await Promise.all(
          [page.locator('[data-toast]'), page.locator('.stage-area')].map(each => each.boundingBox()),
        )
        expect(toast && stage && toast.y + toast.height <= stage.y + stage.height).toBe(true)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      })
      await test.step('axe finds nothing in a toast and in the banner of a lost connection', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.context().setOffline(true)
        await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
        add('banner', await findings(page))
      })
      expect(found).toEqual({})
    })
  })
}
