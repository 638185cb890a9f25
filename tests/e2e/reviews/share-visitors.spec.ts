import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { commentItem, commentList } from '../../support/browser/comments'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { stagePoints } from '../../support/browser/stage'
import { visit } from '../../support/browser/visitor'
import { pngImage, sample } from '../../support/media/samples'
import { newShareLink } from '../../support/reviews/share'

const png = () => pngImage(1280, 800)
const secret = 'open sesame'
const nameField = (page: Page) => page.getByLabel('Your name')

test('a guest enters a name only once to comment, and an owner deletes all comments of the guest', async ({
  browser,
  page: member,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.25, y: 0.25 },
    body: 'Is this right?',
  })
  const { url } = await newShareLink(person.call, reviewId, { allowComments: true })
  const page = await visit(browser, url)
  const pageErrors = collectPageErrors(page)
  const own = commentItem(page, 'The total wraps here.')

  await test.step('a comment sent before the name field has loaded waits for the guest’s name', async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>()
    await page.route('**/_nuxt/*.js', async route => {
      const response = await route.fetch()
      if (/autocomplete:["'`]name/.test(await response.text())) await isReleased
      await route.fulfill({ response })
    })
    const { x, y } = await (await stagePoints(page))(0.6, 0.6)
    await page.mouse.click(x, y)
    await page.getByLabel('Comment on this spot').fill('The total wraps here.')
    await page.keyboard.press('Control+Enter')
    await expect(nameField(page)).toHaveCount(0)
    release(undefined)
    await expect(nameField(page)).toBeFocused()
    await expect(page.getByRole('alert')).toHaveText('Enter your name to send the comment.')
    await page.keyboard.type('Gwen')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(own).toContainText('Gwen')
    await expect(own.getByText('guest', { exact: true })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('after a reload, a guest keeps their name and may reply, but resolve nothing', async () => {
    await page.reload()
    await page.waitForSelector('html[data-hydrated]')
    const theirs = commentItem(page, 'Is this right?')
    await theirs.hover()
    for (const name of ['Resolve', 'Reopen', 'Actions for comment 1'])
      await expect(theirs.getByRole('button', { name })).toHaveCount(0)
    await theirs.getByRole('button', { name: 'Reply', exact: true }).click()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Yes.')
    await expect(nameField(page)).toHaveCount(0)
    await expect(theirs.getByText('As Gwen')).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(theirs).toContainText('Yes.')
    await page.getByLabel('Comment on this image').fill('And this.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(commentList(page)).toContainText('And this.')
    expect(
      (await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(one => one.author.type)),
    ).toEqual(['human', 'guest', 'guest', 'guest'])
  })

  await test.step('a guest may only delete a comment of their own', async () => {
    await own.hover()
    await own.getByRole('button', { name: 'Actions for comment 2' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Delete'])
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete comment' }).click()
    await expect(own).toHaveCount(0)
    await expect.poll(async () => (await threadsOf(agent, reviewId)).length).toBe(2)
    expect(pageErrors).toEqual([])
    await page.context().close()
  })

  await test.step('comments of guests are labeled; owners can delete all comments of a guest', async () => {
    await open(`/reviews/${reviewId}`)
    const left = commentItem(member, 'And this.')
    await expect(left.getByText('guest', { exact: true })).toBeVisible()
    await left.hover()
    await left
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await member.getByRole('menuitem', { name: 'Delete all by this guest' }).click()
    const dialog = member.getByRole('dialog', { name: 'Delete all comments by Gwen (guest)?' })
    await expect(dialog).toContainText('This deletes 1 comment, with all replies to them, and 1 reply')
    await dialog.getByRole('button', { name: 'Delete all' }).click()
    await expect(left).toHaveCount(0)
    await expect
      .poll(async () =>
        (await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(one => one.body)),
      )
      .toEqual(['Is this right?'])
  })
})

test('a visitor enters the password only once, and may comment and download as the link allows', async ({
  browser,
  person,
  agent,
  reviewId,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  const video = { kind: 'video', mime: 'video/mp4', title: 'Resize' }
  await upload(agent, reviewId, await readFile(sample('plain.mp4')), video)
  const link = await newShareLink(person.call, reviewId, {
    password: secret,
    allowComments: true,
    allowDownload: true,
  })
  const page = await visit(browser, link.url, { width: 390 })
  const locked = page.getByRole('heading', { name: 'This review has a password' })
  const heading = page.getByRole('heading', { name: 'Totals wrap on narrow screens' })

  await test.step('a shared page with a password shows no review until the password is entered', async () => {
    await expect(page).toHaveTitle('Shared review · Exhibit')
    await expect(locked).toBeVisible()
    expect(await page.content()).not.toContain('Totals wrap')
    expect(await findingsInThemes(page)).toEqual([])
    await page.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('This is not the password of this link.')
    await page.getByLabel('Password').fill(secret)
    await page.getByRole('button', { name: 'View review' }).click()
    await expect(heading).toBeVisible()
    await page.reload()
    await page.waitForSelector('html[data-hydrated]')
    await expect(heading).toBeVisible()
  })

  await test.step('on a phone, Ctrl+Enter in the comment or name field sends the comment', async () => {
    await page.getByLabel('Comment on this image').fill('Too wide.')
    await page.keyboard.press('Control+Enter')
    await expect(nameField(page)).toBeFocused()
    await page.keyboard.type('Gina')
    expect(await findingsInThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.keyboard.press('Control+Enter')
    await expect(commentItem(page, 'Too wide.')).toContainText('Gina')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('originals can be downloaded together or one by one', async () => {
    const zip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download originals' }).click()
    expect((await zip).suggestedFilename()).toBe('Totals wrap on narrow screens.zip')
    await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Download original'])
    const original = page.waitForEvent('download')
    await page.getByRole('menuitem').click()
    expect((await original).suggestedFilename()).toBe('Dashboard r1.png')
  })

  await test.step('a guest comments on a video; turning off comments removes the form', async () => {
    await page.getByRole('button', { name: /^Resize/ }).click()
    await expect(page.getByRole('toolbar', { name: 'Tools' })).toBeVisible()
    await page.getByLabel(/^Comment at/).fill('It flickers.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(commentList(page)).toContainText('It flickers.')
    await person.call('PATCH', `/api/share-links/${link.id}`, { allowComments: false })
    await expect(page.getByText('View only · Exhibit')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(commentList(page)).toContainText('It flickers.')
  })

  await test.step('a visitor must enter the new password after the password was changed', async () => {
    await person.call('PATCH', `/api/share-links/${link.id}`, { password: 'another sesame' })
    await expect(locked).toBeVisible()
    await expect(heading).toHaveCount(0)
    await page.context().close()
  })
})
