import type { Page } from '@playwright/test'
import { revise, upload } from '../../support/reviews/uploads'
import {
  commentItem,
  commentList,
  listAll,
  listStatus,
  statusItem,
  statusMenu,
} from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { plainImage, pngImage } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'

const headings = async (page: Page) =>
  (await commentList(page).getByRole('heading').allTextContents()).map(each => each.trim())

test('comments can be grouped, searched by keyboard and filtered', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const data = await pngImage(640, 400)
  const dashboard = await upload(agent, reviewId, data, { title: 'Dashboard' })
  const settings = await upload(agent, reviewId, data, { title: 'Settings' })
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'Show the empty state too' })
  await annotate(agent, dashboard.artifactId, 'Too wide')
  await annotate(agent, settings.artifactId, 'Größe of the label?')
  await revise(agent, settings.artifactId, data, { roundKey: 'after', roundSummary: 'After review' })
  await annotate(person.call, settings.artifactId, 'The label is wide enough')
  const old = await annotate(agent, settings.artifactId, 'The radius of the card.')
  await person.call('POST', `/v1/threads/${old.threadId}/resolve`, { status: 'resolved' })
  // A pending comment is listed with the other comments, but a search does not find it.
  await person.call('POST', `/api/reviews/${reviewId}/pending-comments`, { kind: 'review', body: 'Later.' })
  await open(`/reviews/${reviewId}`)
  const field = page.getByRole('searchbox', { name: 'Search comments' })

  await test.step('comments are grouped by evidence, by round, or not at all', async () => {
    await listAll(page)
    expect(await headings(page)).toEqual(['Settings2', 'Dashboard1', 'Whole review1'])
    await page.getByRole('button', { name: 'Search and group comments' }).click()
    const grouping = page.getByLabel('Group comments', { exact: true })
    await grouping.selectOption('By round')
    expect(await headings(page)).toEqual(['Round 1 · After review1', 'Earlier uploads2', 'Whole review1'])
    await grouping.selectOption('By date')
    await expect(commentList(page).getByRole('heading')).toHaveCount(0)
    await expect(commentList(page).getByRole('listitem').last()).toContainText('On the whole review')
    await field.press('Escape')
    await expect(field).toHaveCount(0)
  })

  await test.step('a key opens the search for comments, which ignores case but not accents', async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await page.keyboard.type('grosse')
    await expect(page.getByText('No results for “grosse”.')).toBeVisible()
    await field.fill('GRÖßE')
    await expect(commentItem(page, 'Größe of the label?')).toBeVisible()
    await expect(commentItem(page, 'Too wide')).toHaveCount(0)
    await expect(page.getByText('1 of 1 comments')).toBeAttached()
  })

  await test.step('opening a mark that the search does not match clears the search', async () => {
    await page.getByRole('navigation', { name: 'Evidence' }).getByText('Dashboard').click()
    await page.getByRole('button', { name: /^Comment \d+: Point/ }).click()
    await expect(commentItem(page, 'Too wide')).toBeInViewport()
    await expect(field).toHaveValue('')
  })

  await test.step('a search counts the matches of each status and has a button that shows them', async () => {
    await field.fill('radius')
    await expect(page.getByRole('button', { name: 'Open 0' })).toBeVisible()
    await statusMenu(page).click()
    await expect(statusItem(page, 'Resolved 1')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show 1 resolved' }).click()
    await expect(commentItem(page, 'The radius of the card.')).toBeVisible()
  })

  await test.step('Enter opens the found comments, one after the other', async () => {
    await field.fill('label')
    await listStatus(page, 'Open')
    const chosen = (text: string) => commentItem(page, text).locator('button[aria-current=true]')
    await commentList(page).getByText('Größe of the label?').click()
    await expect(chosen('Größe of the label?')).toBeVisible()
    await field.focus()
    for (const text of ['wide enough', 'Größe of the label?', 'wide enough']) {
      await page.keyboard.press('Enter')
      await expect(chosen(text)).toBeVisible()
    }
    await page.keyboard.press('Shift+Enter')
    await expect(chosen('Größe of the label?')).toBeVisible()
    await expect(field).toBeFocused()
  })

  await test.step('the list is limited to comments of one author until the search is closed', async () => {
    await field.fill('')
    await page.getByLabel('Show comments').selectOption('Mine')
    await expect(commentItem(page, 'wide enough')).toBeVisible()
    await expect(commentItem(page, 'Too wide')).toHaveCount(0)
    await field.press('Escape')
    await expect(field).toHaveCount(0)
    await listAll(page)
    await expect(commentItem(page, 'Größe of the label?')).toBeVisible()
    await expect(commentItem(page, 'Too wide')).toBeVisible()
  })

  await test.step('the shortcut of the search shows the conversation if it is hidden', async () => {
    await page.keyboard.press('\\')
    await expect(commentList(page)).toBeHidden()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
  })
})

test('a long list shows seven whole comments and scrolls to a requested comment', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const body = 'The totals wrap on narrow screens, which hides the currency of the second column.'
  const add = async (title: string) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400), { title })
    for (let index = 1; index <= 12; index++) await annotate(agent, artifactId, `${title} ${index}: ${body}`)
  }
  await add('First')
  await open(`/reviews/${reviewId}`)

  await test.step('seven comments fit on a laptop’s screen', async () => {
    expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
    await expect(commentItem(page, 'First 7:')).toBeInViewport({ ratio: 1 })
    await expect(commentList(page).getByText('Open', { exact: true })).toHaveCount(0)
  })

  await test.step('a search scrolls the list to the first match', async () => {
    await page.getByRole('button', { name: /^Comment 12:/ }).click()
    await expect(commentItem(page, 'First 12:')).toBeInViewport()
    await expect(commentItem(page, 'First 1:')).not.toBeInViewport()
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Search comments' })
    await search.fill('currency')
    await expect(commentItem(page, 'First 1:')).toBeInViewport()
    await search.press('Escape')
  })

  await test.step('with all comments listed, opening an image scrolls its comments to the top', async () => {
    await add('Second')
    await listAll(page)
    const film = page.getByRole('navigation', { name: 'Evidence' })
    const top = async (name: string) => {
      const [list, row] = await Promise.all([
        commentList(page).locator('..').boundingBox(),
        commentList(page).getByRole('heading', { name }).boundingBox(),
      ])
      return Math.round((row?.y ?? 0) - (list?.y ?? 0))
    }
    for (const name of ['Second', 'First', 'Second']) {
      await film.getByText(name).click()
      await expect.poll(() => top(name)).toBeLessThan(12)
    }
  })
})

test('the focus ring of the empty list is inside of its edges', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  await annotate(agent, artifactId, 'Only one.')
  await open(`/reviews/${reviewId}`)
  await commentItem(page, 'Only one.').getByRole('button').first().click()
  await page.keyboard.press('e')
  await expect(commentItem(page, 'Only one.')).toHaveCount(0)
  const list = page.locator('[data-comments]')
  await list.focus()
  await expect(list).toHaveCSS('outline-offset', '-2px')
})

test.describe('the list on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('on a phone, the raised list shows the chosen comment below fixes whose pictures load', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 800))
    const ids: string[] = []
    for (let i = 1; i <= 10; i++) {
      const { threadId } = await annotate(person.call, artifactId, `Remark ${i}\n\nin several\n\nlines.`)
      ids.push(threadId)
    }
    await revise(agent, artifactId, await plainImage(1000, 800))
    for (const id of ids.slice(0, 4)) await agent('POST', `/v1/threads/${id}/address`)
    await open(`/reviews/${reviewId}#${ids[9]}`)
    const chosen = commentItem(page, 'Remark 10')
    await expect(chosen).toBeInViewport()
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    // The pictures of the fixes are above the chosen comment and move it down.
    await expect(page.locator('[data-testid=crop-mark]').first()).toBeAttached()
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await expect(chosen).toBeInViewport({ ratio: 0.7 })
  })
})
