import type { Page } from '@playwright/test'
import { newId } from '#shared/ids'
import { findings } from '../../support/browser/axe'
import { askForAccess, decide, requestsFor } from '../../support/people/access-requests'
import { joined, signUp, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

test('a person asks for access to a review, an owner accepts, and the review opens by itself', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  await upload(agent, reviewId, await pngImage(640, 400))
  const rae = await signUp(server, 'Rae')
  const asking = await openAs(rae, '/')
  await asking.clock.install()
  await asking.goto(`${server.url}/reviews/${reviewId}`)
  await asking.waitForSelector('html[data-hydrated]')
  await expect(asking.getByRole('heading', { name: "You can't open this review" })).toBeVisible()
  await asking.getByLabel('Message (optional)').fill('I test the shop.')
  await asking.getByRole('button', { name: 'Ask for access' }).click()
  await expect(asking.getByRole('heading', { name: 'You asked for access' })).toBeFocused()
  await asking.reload()
  await expect(asking.getByRole('heading', { name: 'You asked for access' })).toBeVisible()

  await open('/')
  const row = page.getByRole('listitem').filter({ hasText: 'Rae asks for access' })
  await expect(row).toContainText('“I test the shop.”')
  await expect(row).toContainText('(not confirmed)')
  await expect(page.getByRole('link', { name: 'Notifications, 1 access request' })).toBeVisible()
  await row.getByRole('button', { name: 'Accept Rae' }).click()
  const dialog = page.getByRole('dialog', { name: "Add Rae to Ann's workspace?" })
  await expect(dialog.getByRole('radio', { name: /Reviewer/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Add to workspace' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

  await asking.clock.fastForward(16_000)
  await expect(asking.getByRole('main', { name: /^Stage/ })).toBeVisible()
  expect(person.workspaceId).toBeTruthy()
})

test('a project opens when the person checks again, with what their role allows', async ({
  server,
  person,
  projectId,
  openAs,
}) => {
  const page = await openAs(await signUp(server, 'Rae'), `/projects/${projectId}`)
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByRole('heading', { name: 'You asked for access' })).toBeVisible()
  const [request] = await requestsFor(person)
  expect(await decide(person, request?.id ?? '', 'accept', 'member')).toBe(204)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Acme web', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New review' })).toBeVisible()
})

test('the page is the same for a review and a project that do not exist', async ({
  page,
  server,
  person,
  reviewId,
  projectId,
  openAs,
}) => {
  expect(person.workspaceId).toBeTruthy()
  const rae = await signUp(server, 'Rae')
  const texts = []
  for (const [there, missing] of [
    [`/reviews/${reviewId}`, `/reviews/${newId('review')}`],
    [`/projects/${projectId}`, `/projects/${newId('project')}`],
  ]) {
    for (const path of [there, missing]) {
      const asking = await openAs(rae, path ?? '')
      const main = asking.getByRole('main')
      await expect(main.getByRole('heading', { name: /^You can't open this/ })).toBeVisible()
      const before = await main.innerText()
      await main.getByRole('button', { name: 'Ask for access' }).click()
      await expect(main.getByRole('heading', { name: 'You asked for access' })).toBeVisible()
      texts.push(before + (await main.innerText()))
    }
  }
  expect(texts[0]).toBe(texts[1])
  expect(texts[2]).toBe(texts[3])
  await expect(page).toHaveURL('about:blank')
})

test('a link that was not copied whole, and one that is shared, offer nobody to ask', async ({
  page,
  person,
  open,
}) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/reviews/rev_')
  await expect(page.getByText("Couldn't load the review.")).toBeVisible()
  await open('/r/unknown')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for access' })).toHaveCount(0)
})

test('an owner declines a request, also one that another owner has decided', async ({
  page,
  server,
  person,
  projectId,
  open,
}) => {
  for (const name of ['Rae', 'Sam']) await askForAccess(await signUp(server, name), projectId)
  const second = await joined(server, person, 'Olga', 'member')
  await person.call('PATCH', `/api/workspaces/${person.workspaceId}/members/${second.id}`, { role: 'owner' })
  await open('/')
  await expect(page.getByRole('heading', { name: 'Access requests 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Decline Rae' }).click()
  await expect(page.getByRole('dialog')).toContainText("They aren't told")
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Access requests 1' })).toBeVisible()
  const [request] = await requestsFor(second)
  expect(await decide(second, request?.id ?? '', 'decline')).toBe(204)
  await page.getByRole('button', { name: 'Accept Sam' }).click()
  await page.getByRole('button', { name: 'Add to workspace' }).click()
  await expect(page.getByText('This request was decided already, or has ended.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Access requests/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No reviews yet' })).toBeVisible()
})

test('a request counts in the number beside the inbox, on every page', async ({
  page,
  server,
  projectId,
  open,
}) => {
  await askForAccess(await signUp(server, 'Rae'), projectId)
  await open(`/projects/${projectId}`)
  await expect(page.getByRole('link', { name: 'Inbox 1 needs attention' })).toBeVisible()
  await page.getByRole('link', { name: 'Inbox 1 needs attention' }).click()
  await page.getByRole('button', { name: 'Decline Rae' }).click()
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
})

for (const colorScheme of themes) {
  test(`axe finds no violations where people ask, decide and invite, ${colorScheme}`, async ({
    page,
    server,
    reviewId,
    open,
    openAs,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    const asking = await openAs(await signUp(server, 'Rae'), `/reviews/${reviewId}`)
    await asking.emulateMedia({ colorScheme })
    await asking.setViewportSize({ width: 390, height: 844 })
    const found: Record<string, string[]> = {}
    const check = async (name: string, on: Page) => {
      found[name] = await findings(on)
      expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await check('before', asking)
    await asking.getByLabel('Message (optional)').fill('I test the shop: '.repeat(20))
    await asking.getByRole('button', { name: 'Ask for access' }).click()
    await expect(asking.getByRole('heading', { name: 'You asked for access' })).toBeVisible()
    await check('after', asking)
    await open('/')
    await expect(page.getByRole('heading', { name: 'Access requests 1' })).toBeVisible()
    await check('inbox', page)
    await page.getByRole('button', { name: 'Accept Rae' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('dialog', page)
    await open('/settings/people')
    await expect(page.getByRole('checkbox', { name: /^Agents may invite/ })).toBeVisible()
    await check('people', page)
    expect(found).toEqual({ before: [], after: [], inbox: [], dialog: [], people: [] })
  })
}
