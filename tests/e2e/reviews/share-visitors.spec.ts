import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { joined, threadsOf, upload } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage, sample } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'
import { themes } from '../../support/browser/themes'

const png = () => pngImage(1280, 800)
const secret = 'open sesame'

interface Look {
  width?: number
  colorScheme?: 'light' | 'dark'
}

/** Opens a page without an account. */
async function visit(browser: Browser, url: string, { width = 1440, colorScheme = 'light' }: Look = {}) {
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    hasTouch: width < 640,
    colorScheme,
    acceptDownloads: true,
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForSelector('html[data-hydrated]')
  return page
}

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

/** Clicks the image at fractions of it. */
async function press(page: Page, x: number, y: number) {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('The stage shows no image.')
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test('a person chooses what a share link allows, now and later', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this review' })
  await dialog.getByText('Link options').click()
  await dialog.getByLabel('Name').fill('Client')
  await dialog.getByLabel('Visitors can comment as guests').check()
  await dialog.getByLabel('Visitors need a password').check()
  await dialog.getByLabel('Password', { exact: true }).fill(secret)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const row = dialog.getByRole('listitem')
  await expect(row).toContainText('Password · Comments')
  await page.setViewportSize({ width: 390, height: 844 })
  const options = row.getByText('Never expires · Password · Comments')
  expect(await options.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(dialog.getByLabel('Visitors can comment as guests')).not.toBeChecked()

  await row.getByRole('button', { name: 'Edit the link “Client”' }).click()
  await expect(row.getByLabel('Visitors can comment as guests')).toBeChecked()
  await expect(row.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'Unchanged')
  await row.getByLabel('Visitors can comment as guests').uncheck()
  await row.getByLabel('Visitors can download originals').check()
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Password · Downloads')
  await row.getByRole('button', { name: 'Edit the link “Client”' }).click()
  await row.getByLabel('Visitors need a password').uncheck()
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).not.toContainText('Password')
  await expect(row).toContainText('Downloads')
  const { body } = await person.call('GET', `/api/reviews/${reviewId}/share-links`)
  expect(body).toMatchObject({
    shareLinks: [{ hasPassword: false, allowComments: false, allowDownload: true }],
  })
})

test('a visitor enters the password once, and again after it was changed', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await png())
  const link = await newShareLink(person.call, reviewId, { password: secret })
  const page = await visit(browser, link.url)
  await expect(page).toHaveTitle('Shared review · Exhibit')
  await expect(page.getByRole('heading', { name: 'This review has a password' })).toBeVisible()
  expect(await page.content()).not.toContain('Totals wrap')
  await page.getByLabel('Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This is not the password of this link.')
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'View review' }).click()
  const heading = page.getByRole('heading', { name: 'Totals wrap on narrow screens' })
  await expect(heading).toBeVisible()
  await page.reload()
  await expect(heading).toBeVisible()
  await person.call('PATCH', `/api/share-links/${link.id}`, { password: 'another sesame' })
  await expect(page.getByRole('heading', { name: 'This review has a password' })).toBeVisible()
  await expect(heading).toHaveCount(0)
  await page.context().close()
})

test('a guest comments under a name that is asked for once, replies, and deletes that', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.25, y: 0.25 },
    body: 'Is this right?',
  })
  const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
  const page = await visit(browser, url)
  const pageErrors = collectPageErrors(page)
  await press(page, 0.6, 0.6)
  await page.getByLabel('Comment on this spot').fill('The total wraps here.')
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.keyboard.type('Gwen')
  await send.click()
  const own = comments(page).getByRole('listitem').filter({ hasText: 'The total wraps here.' })
  await expect(own).toContainText('Gwen')
  await expect(own.getByText('guest', { exact: true })).toBeVisible()
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')

  const theirs = comments(page).getByRole('listitem').filter({ hasText: 'Is this right?' })
  await theirs.hover()
  for (const name of ['Resolve', 'Reopen', 'Actions for comment 1'])
    await expect(theirs.getByRole('button', { name })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Yes.')
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  await expect(theirs.getByText('As Gwen')).toBeVisible()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(theirs).toContainText('Yes.')
  expect(
    (await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(one => one.author.type)),
  ).toEqual(['human', 'guest', 'guest'])

  await own.hover()
  await own.getByRole('button', { name: 'Actions for comment 2' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await expect(own).toHaveCount(0)
  await expect.poll(async () => (await threadsOf(agent, reviewId)).length).toBe(1)
  expect(pageErrors).toEqual([])
  await page.context().close()
})

test('a comment that a guest sends before the field of the name is loaded waits for the name', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await png())
  const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
  const page = await visit(browser, url)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>()
  await page.route('**/_nuxt/*.js', async route => {
    const response = await route.fetch()
    if (/autocomplete:["'`]name/.test(await response.text())) await isReleased
    await route.fulfill({ response })
  })
  await press(page, 0.6, 0.6)
  await page.getByLabel('Comment on this spot').fill('The total wraps here.')
  await page.keyboard.press('Control+Enter')
  const name = page.getByLabel('Your name')
  await expect(name).toHaveCount(0)
  release(undefined)
  await expect(name).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Enter your name to send the comment.')
  await page.keyboard.type('Gwen')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(comments(page).getByRole('listitem')).toContainText('Gwen')
  await page.context().close()
})

test('a guest draws on a video, and sees at once when comments are turned off', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await readFile(sample('plain.mp4')), { kind: 'video', mime: 'video/mp4' })
  const link = await newShareLink(person.call, reviewId, { allowComments: true })
  const page = await visit(browser, link.url)
  await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeVisible()
  const field = page.getByLabel(/^Comment at/)
  await field.fill('It flickers.')
  await page.getByLabel('Your name').fill('Gwen')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(comments(page)).toContainText('It flickers.')
  await person.call('PATCH', `/api/share-links/${link.id}`, { allowComments: false })
  await expect(page.getByText('View only · Exhibit')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(comments(page)).toContainText('It flickers.')
  await page.context().close()
})

test('a visitor downloads originals where the link allows it', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  const { url } = await newShareLink(person.call, reviewId, { allowDownload: true })
  const page = await visit(browser, url)
  const zip = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download originals' }).click()
  expect((await zip).suggestedFilename()).toBe('Totals wrap on narrow screens.zip')
  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Download original'])
  const original = page.waitForEvent('download')
  await page.getByRole('menuitem').click()
  expect((await original).suggestedFilename()).toBe('Dashboard r1.png')
  await page.context().close()
})

test('a member sees who is a guest; an owner deletes all comments of one', async ({
  page,
  browser,
  person,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
  const visitor = await visit(browser, url)
  for (const text of ['First.', 'Second.']) {
    await visitor.getByLabel('Comment on this image').fill(text)
    if (text === 'First.') await visitor.getByLabel('Your name').fill('Gwen')
    await visitor.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(comments(visitor)).toContainText(text)
  }
  await visitor.context().close()
  await open(`/reviews/${reviewId}`)
  const first = comments(page).getByRole('listitem').filter({ hasText: 'First.' })
  await expect(first.getByText('guest', { exact: true })).toBeVisible()
  await first.hover()
  await first
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete all by this guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all comments by Gwen (guest)?' })
  await expect(dialog).toContainText('This deletes 2 comments')
  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await expect(first).toHaveCount(0)
  await expect.poll(() => threadsOf(agent, reviewId)).toEqual([])
})

for (const colorScheme of themes)
  test(`axe finds no violations for guests and on the password page, ${colorScheme}`, async ({
    browser,
    page: own,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    const { url } = await newShareLink(person.call, reviewId, { allowComments: true, allowDownload: true })
    const locked = await newShareLink(person.call, reviewId, { password: secret })
    const found: Record<string, string[]> = {}
    await own.emulateMedia({ colorScheme })
    await open(`/reviews/${reviewId}`)
    await own.getByRole('button', { name: 'Share' }).click()
    await own
      .getByRole('button', { name: /^Edit the link/ })
      .first()
      .click()
    await own.getByRole('button', { name: 'Save' }).waitFor()
    found.dialog = await findings(own)
    for (const width of [1440, 390]) {
      const page = await visit(browser, url, { width, colorScheme })
      await page.getByLabel('Comment on this image').fill('Too wide.')
      await page.getByLabel('Your name').fill('Gwen')
      found[`name ${width}`] = await findings(page)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(comments(page)).toContainText('Too wide.')
      await page.getByLabel('Comment on this image').fill('And this.')
      await expect(page.getByText('As Gwen')).toBeVisible()
      found[`named ${width}`] = await findings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.context().close()
      const asked = await visit(browser, locked.url, { width, colorScheme })
      found[`password ${width}`] = await findings(asked)
      await asked.context().close()
    }
    expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([])
  })

test('a guest sends a comment with the same keys from the field of the name', async ({
  browser,
  agent,
  person,
  reviewId,
}) => {
  await upload(agent, reviewId, await png())
  const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
  const guest = await visit(browser, url)
  await press(guest, 0.5, 0.5)
  await guest.getByLabel('Comment on this spot').fill('Too wide')
  await guest.keyboard.press('Control+Enter')
  await expect(guest.getByLabel('Your name')).toBeFocused()
  await guest.keyboard.type('Gina')
  await guest.keyboard.press('Control+Enter')
  await expect(comments(guest).getByRole('listitem').filter({ hasText: 'Too wide' })).toBeVisible()
  await guest.context().close()
})

test('a file that a visitor or a reviewer drops beside a form does not leave the page', async ({
  browser,
  server,
  agent,
  person,
  reviewId,
  openAs,
}) => {
  await upload(agent, reviewId, await png())
  const { url } = await newShareLink(person.call, reviewId)
  const reviewer = await joined(server, person, 'Rae', 'reviewer')
  const pages = [await visit(browser, url), await openAs(reviewer, `/reviews/${reviewId}`)]
  for (const page of pages) {
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    const isTaken = await page.getByTestId('stage').evaluate(stage => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
      // What is not prevented, the browser does: it shows the file in place of the page.
      return ['dragover', 'drop'].map(
        name => !stage.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })),
      )
    })
    expect(isTaken).toEqual([true, true])
    await expect(page.getByText('Drop to add')).toHaveCount(0)
  }
  await pages[0]?.context().close()
})
