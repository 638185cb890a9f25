import type { Page } from '@playwright/test'
import type { Artifact } from '#shared/contract/artifact'
import { findings } from '../../support/browser/axe'
import { threadsOf, type Call } from '../../support/server/client'
import { commentList } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { addRemarks, addScreens } from '../../support/reviews/many'
import { pngImage } from '../../support/media/samples'
import { unzipped } from '../../support/cli/unzipped'

const EVIDENCE = 500
const COMMENTS = 2000

const film = (page: Page) => page.getByRole('navigation', { name: 'Evidence' })
const card = (page: Page, title: string) =>
  cards(page)
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole('button')
    .first()
const cards = (page: Page) => film(page).locator('[data-artifact]')
const stage = (page: Page, title: string) => page.getByRole('main', { name: `Stage: ${title}` })

async function screens(agent: Call, reviewId: string, count: number) {
  const image = await pngImage(64, 40)
  return addScreens(agent, reviewId, count, () => image)
}
const titlesOf = async (agent: Call, reviewId: string) =>
  (await agent<{ artifacts: Artifact[] }>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(
    each => each.title,
  )

test('of 500 pieces of evidence and 2,000 comments few are rendered, and each is found', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const ids = await screens(agent, reviewId, EVIDENCE)
  const threads = await addRemarks(agent, ids, COMMENTS)
  const last = threads.find(each => each.comment === `Remark ${COMMENTS}`)
  await open(`/reviews/${reviewId}#${last?.threadId}`)
  await expect(stage(page, 'Screen 500')).toBeVisible()
  await expect(commentList(page).getByText('Remark 2000', { exact: true })).toBeInViewport()
  await expect(card(page, 'Screen 500')).toBeInViewport()
  // The whole number, which is wider than its circle was.
  const number = page.locator(`#${last?.threadId}`).getByText(/^\d+$/)
  expect(await number.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)

  await page.getByRole('button', { name: `All ${COMMENTS}` }).click()
  await expect(commentList(page).getByText('Remark 2000', { exact: true })).toBeInViewport()
  expect(await commentList(page).getByRole('listitem').count()).toBeLessThan(60)
  expect(await cards(page).count()).toBeLessThan(40)

  const search = page.getByRole('searchbox', { name: 'Search evidence' })
  await search.fill('screen 499')
  await expect(cards(page)).toHaveCount(1)
  await card(page, 'Screen 499').click()
  await expect(stage(page, 'Screen 499')).toBeVisible()
  await search.fill('nowhere')
  await expect(page.getByText('No results for “nowhere”.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await search.fill('')

  // A contact sheet of everything.
  await open(`/reviews/${reviewId}?compare=evidence#${ids[0]}`)
  const sheet = page.getByRole('region', { name: 'All evidence' })
  await expect(sheet.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(EVIDENCE))
  expect(await sheet.getByRole('listitem').count()).toBeLessThan(60)
  await commentList(page).hover()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await page.keyboard.type('remark 15')
  await expect(page.getByRole('group', { name: /^Comments, 20 of \d+$/ })).toBeVisible()
  await page.keyboard.type('21')
  await page.getByRole('option', { name: /Remark 1521$/ }).click()
  // Screen 21, in the first round, after nine newer rounds of 50.
  await expect(sheet.locator('[aria-posinset="471"]')).toBeInViewport()
  expect(await sheet.getByRole('listitem').count()).toBeLessThan(60)
})

test('250 comments are resolved together, which is undone, and some are deleted together', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const ids = await screens(agent, reviewId, 30)
  await addRemarks(agent, ids, 250)
  const openCount = async () =>
    (await threadsOf(agent, reviewId)).filter(each => each.status === 'open').length
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'All 250' }).click()
  await page.getByRole('button', { name: 'Select comments' }).click()
  const selection = page.getByRole('group', { name: 'Selected comments' })
  const boxes = commentList(page).getByRole('checkbox')
  await boxes.nth(0).click()
  await boxes.nth(5).click({ modifiers: ['Shift'] })
  await expect(selection).toContainText('6 selected')
  await boxes.nth(2).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(selection).toContainText('3 selected')
  await selection.getByRole('button', { name: 'Select all' }).click()
  await expect(selection).toContainText('250 selected')
  await selection.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('250 comments resolved')).toBeVisible()
  expect(await openCount()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Open 250' })).toBeVisible()
  expect(await openCount()).toBe(250)

  await page.getByRole('button', { name: 'Select comments' }).click()
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await selection.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 3 comments?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(selection).toContainText('3 selected')
  await selection.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete 3 comments' }).click()
  await expect(page.getByRole('button', { name: 'Open 247' })).toBeVisible()
  expect(await openCount()).toBe(247)
})

test('several pieces of evidence are downloaded and deleted together', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  await screens(agent, reviewId, 30)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Select evidence' }).click()
  const selection = page.getByRole('group', { name: 'Selected evidence' })
  await expect(selection.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select Screen 1', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Screen 3', exact: true }).click({ modifiers: ['Shift'] })
  await expect(selection).toContainText('3 selected')
  expect(await findings(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await selection.getByRole('button', { name: 'Download' }).click()
  const path = new URL((await downloading).url())
  const zip = await fetch(server.url + path.pathname + path.search, { headers: { cookie: person.cookie } })
  expect([...unzipped(Buffer.from(await zip.arrayBuffer())).keys()]).toEqual([
    'Screen 1 r1.png',
    'Screen 2 r1.png',
    'Screen 3 r1.png',
  ])

  await selection.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 3 pieces of evidence?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await titlesOf(agent, reviewId)).toHaveLength(30)
  await selection.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete 3 pieces of evidence' }).click()
  await expect(selection).toHaveCount(0)
  await expect(stage(page, 'Screen 4')).toBeVisible()
  expect(await titlesOf(agent, reviewId)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^Screen [123]$/)]),
  )
})

test('evidence under a heading is folded, and the focus stays where it is while the list scrolls', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await screens(agent, reviewId, 150)
  await open(`/reviews/${reviewId}`)
  await expect(card(page, 'Screen 101')).toBeInViewport()
  await card(page, 'Screen 101').focus()
  await film(page).hover()
  for (let turn = 0; turn < 16; turn++) await page.mouse.wheel(0, 2000)
  await expect(card(page, 'Screen 50')).toBeInViewport()
  await expect(card(page, 'Screen 101')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stage(page, 'Screen 101')).toBeVisible()

  for (let turn = 0; turn < 16; turn++) await page.mouse.wheel(0, -2000)
  const heading = film(page).getByRole('button', { name: /^Round 3/ })
  await heading.click()
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await expect(card(page, 'Screen 101')).toHaveCount(0)
  await expect(card(page, 'Screen 51')).toBeInViewport()
  await heading.click()
  await expect(card(page, 'Screen 101')).toBeInViewport()
})
