import type { Page } from '@playwright/test'
import type { Artifact } from '#shared/contract/artifact'
import type { Call } from '../../support/server/client'
import { threadsOf } from '../../support/reviews/review'
import { commentList, listAll, tick } from '../../support/browser/comments'
import { runSql } from '../../support/data/database'
import { expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { addComments, addScreens } from '../../support/reviews/many'
import { pngImage } from '../../support/media/samples'
import { unzipped } from '../../support/cli/unzipped'

/** The number of images, which are uploaded in three rounds. */
const EVIDENCE = 150
const COMMENTS = 300
/** The number that is added to the number of each comment, so that the numbers have four digits. */
const EARLIER = 1700

const film = (page: Page) => page.getByRole('navigation', { name: 'Evidence' })
const cards = (page: Page) => film(page).locator('[data-artifact]')
const card = (page: Page, title: string) =>
  cards(page)
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole('button')
    .first()
const stage = (page: Page, title: string) => page.getByRole('main', { name: `Stage: ${title}` })

async function screens(agent: Call, reviewId: string, count: number) {
  const image = await pngImage(64, 40)
  return addScreens(agent, reviewId, count, () => image)
}

test('a review with hundreds of images and comments renders only some, but each can be found', async ({
  page,
  server,
  agent,
  reviewId,
  open,
}) => {
  const ids = await screens(agent, reviewId, EVIDENCE)
  const threads = await addComments(agent, ids, COMMENTS)
  await runSql(server, 'UPDATE thread SET number = number + ? WHERE review_id = ?', [EARLIER, reviewId])
  const remark = (n: number) => {
    const thread = threads.find(each => each.comment === `Remark ${n}`)
    return { id: thread?.threadId ?? '', number: (thread?.number ?? 0) + EARLIER }
  }
  const listed = (n: number) => commentList(page).getByText(`Remark ${n}`, { exact: true })
  const palette = page.getByRole('combobox', { name: 'Search commands' })
  const openPalette = async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeFocused()
  }
  await open(`/reviews/${reviewId}#${remark(COMMENTS).id}`)

  await test.step('a link opens a comment on the last image, and the lists scroll to both', async () => {
    await expect(stage(page, 'Screen 150')).toBeVisible()
    await expect(commentList(page).getByRole('listitem')).toHaveCount(2)
    await expect(listed(300)).toBeInViewport()
    await expect(card(page, 'Screen 150')).toBeInViewport()
    // The number of the comment has four digits and fits into its circle.
    const number = page.locator(`#${remark(300).id}`).getByText(/^\d{4}$/)
    expect(await number.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  })

  await test.step('only a few of all comments and images are rendered', async () => {
    await listAll(page)
    await expect(listed(300)).toBeInViewport()
    expect(await commentList(page).getByRole('listitem').count()).toBeLessThan(60)
    expect(await cards(page).count()).toBeLessThan(60)
    // The comment is the second comment on the 50th image of the newest round. It is listed as comment 100,
    // after 50 headings, so it is in row 150.
    await expect(page.locator(`#${remark(300).id}`)).toHaveAttribute('aria-posinset', '150')
  })

  await test.step('the search of the evidence list finds an image', async () => {
    const options = page.getByRole('button', { name: 'Evidence list options' })
    const search = page.getByRole('searchbox', { name: 'Search evidence' })
    await options.click()
    await search.fill('screen 149')
    await expect(cards(page)).toHaveCount(1)
    await card(page, 'Screen 149').click()
    await expect(stage(page, 'Screen 149')).toBeVisible()
    await options.click()
    await search.fill('nowhere')
    await expect(page.getByText('No evidence matches')).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    // Escape clears the field first, then closes the card.
    await page.keyboard.press('Escape')
    await expect(cards(page)).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(search).toBeHidden()
  })

  await test.step('the palette opens a comment by number, and arrow keys scroll the images', async () => {
    // An open card closes when the command palette opens.
    await page.getByRole('button', { name: 'Evidence list options' }).click()
    await expect(page.getByRole('dialog', { name: 'Evidence list options' })).toBeVisible()
    await openPalette()
    await expect(page.locator('[popover]:popover-open')).toHaveCount(0)
    await page.keyboard.type(`comment ${remark(7).number}`)
    await page.getByRole('option', { name: `Comment ${remark(7).number} Remark 7`, exact: true }).click()
    await expect(listed(7)).toBeInViewport()
    await expect(stage(page, 'Screen 7')).toBeVisible()
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowDown')
    await expect(card(page, 'Screen 19')).toBeInViewport()
  })

  await test.step('the wheel scrolls the comments to the last one', async () => {
    await commentList(page).hover()
    // Rows are measured only when they are rendered, so the list gets longer while it is scrolled.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000)
        return listed(200).count()
      })
      .toBe(1)
    await expect(listed(200)).toBeInViewport()
  })

  await test.step('an image keeps the focus while its list scrolls; headings can be collapsed', async () => {
    await film(page).hover()
    await page.mouse.wheel(0, -30_000)
    await expect(card(page, 'Screen 101')).toBeInViewport()
    await card(page, 'Screen 101').focus()
    await page.mouse.wheel(0, 30_000)
    await expect(card(page, 'Screen 50')).toBeInViewport()
    await expect(card(page, 'Screen 101')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(stage(page, 'Screen 101')).toBeVisible()

    await page.mouse.wheel(0, -30_000)
    await expect(card(page, 'Screen 101')).toBeInViewport()
    const heading = film(page).getByRole('button', { name: /^Earlier/ })
    await film(page).hover()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 300)
        return heading.count()
      })
      .toBe(1)
    await heading.click()
    await expect(heading).toHaveAttribute('aria-expanded', 'false')
    await expect(card(page, 'Screen 51')).toHaveCount(0)
    await heading.click()
    await expect(card(page, 'Screen 51')).toHaveCount(1)
  })

  await test.step('a contact sheet renders few images, and the palette finds a comment in it', async () => {
    await open(`/reviews/${reviewId}?compare=evidence#${ids[0]}`)
    const sheet = page.getByRole('region', { name: 'All evidence' })
    await expect(sheet.getByRole('listitem').first()).toHaveAttribute('aria-setsize', String(EVIDENCE))
    expect(await sheet.getByRole('listitem').count()).toBeLessThan(60)
    await openPalette()
    await page.keyboard.type('remark 1')
    await expect(page.getByRole('group', { name: /^Comments, 20 of \d+$/ })).toBeVisible()
    await page.keyboard.type('71')
    await page.getByRole('option', { name: /Remark 171$/ }).click()
    // The chosen comment is on screen 21 of the first round, which is listed after the 100 screens of two
    // newer rounds.
    await expect(sheet.locator('[aria-posinset="121"]')).toBeInViewport()
    expect(await sheet.getByRole('listitem').count()).toBeLessThan(60)
  })
})

test('several comments or pieces of evidence are resolved, downloaded or deleted together', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const ids = await screens(agent, reviewId, 24)
  await addComments(agent, ids.slice(3, 6), 12)
  const openCount = async () =>
    (await threadsOf(agent, reviewId)).filter(each => each.status === 'open').length
  const titles = async () =>
    (await agent<{ artifacts: Artifact[] }>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(
      each => each.title,
    )
  await open(`/reviews/${reviewId}`)
  await listAll(page)
  const selection = page.getByRole('group', { name: 'Selected comments' })
  const boxes = commentList(page).getByRole('checkbox')

  await test.step('a click with Shift selects or deselects a range of comments', async () => {
    await tick(page.locator('[data-thread]').first())
    await boxes.nth(5).click({ modifiers: ['Shift'] })
    await expect(selection).toContainText('6 selected')
    await boxes.nth(2).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expect(selection).toContainText('3 selected')
  })

  await test.step('all comments are resolved together, and Undo reopens them', async () => {
    await selection.getByRole('button', { name: 'Select all' }).click()
    await expect(selection).toContainText('12 selected')
    await selection.getByRole('button', { name: 'Resolve' }).click()
    await expect(page.getByText('12 comments resolved')).toBeVisible()
    expect(await openCount()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Open 12' })).toBeVisible()
    expect(await openCount()).toBe(12)
  })

  await test.step('several comments are deleted together, but only after a confirmation', async () => {
    await tick(page.locator('[data-thread]').first())
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await selection.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 3 comments?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(selection).toContainText('3 selected')
    await selection.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete 3 comments' }).click()
    await expect(page.getByRole('button', { name: 'Open 9' })).toBeVisible()
    expect(await openCount()).toBe(9)
  })

  await test.step('several pieces of evidence are downloaded together', async () => {
    await page.getByRole('button', { name: 'Evidence list options' }).click()
    await page.getByRole('button', { name: 'Select several' }).click()
    const chosen = page.getByRole('group', { name: 'Selected evidence' })
    await expect(chosen.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Select Screen 1', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select Screen 3', exact: true }).click({ modifiers: ['Shift'] })
    await expect(chosen).toContainText('3 selected')
    expect(await findingsInThemes(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await chosen.getByRole('button', { name: 'Download' }).click()
    const path = new URL((await downloading).url())
    const zip = await fetch(server.url + path.pathname + path.search, { headers: { cookie: person.cookie } })
    expect([...unzipped(Buffer.from(await zip.arrayBuffer())).keys()]).toEqual([
      'Screen 1 r1.png',
      'Screen 2 r1.png',
      'Screen 3 r1.png',
    ])
  })

  await test.step('several pieces of evidence are deleted together only after a confirmation', async () => {
    const chosen = page.getByRole('group', { name: 'Selected evidence' })
    await chosen.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 3 pieces of evidence?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await titles()).toHaveLength(24)
    await chosen.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete 3 pieces of evidence' }).click()
    await expect(chosen).toHaveCount(0)
    await expect(stage(page, 'Screen 4')).toBeVisible()
    const left = await titles()
    expect(left).toHaveLength(21)
    expect(left).not.toEqual(expect.arrayContaining([expect.stringMatching(/^Screen [123]$/)]))
  })
})
