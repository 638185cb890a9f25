import type { Page } from '@playwright/test'
import { newId } from '#shared/ids'
import { findings } from '../../support/browser/checks/axe'
import { askForAccess, decide, requestsFor } from '../../support/people/access-requests'
import { signUp } from '../../support/people/sign-up'
import { upload } from '../../support/reviews/uploads'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { renderedPage } from '../../support/server/rendered-page'
import { themes } from '../../support/browser/checks/themes'

const phone = { width: 390, height: 844 }

for (const colorScheme of themes)
  test(`a person asks for access, an owner accepts, and the review opens by itself (${colorScheme})`, async ({
    page: asking,
    context,
    server,
    person,
    agent,
    reviewId,
    open,
    openAs,
  }) => {
    await upload(agent, reviewId, await pngImage(640, 400))
    const rae = await signUp(server, 'Rae')
    await signInBrowser(context, server, rae)
    const check = async (name: string, page: Page) => {
      expect([name, ...(await findings(page))]).toEqual([name])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await test.step('the person requests access to the review', async () => {
      await asking.emulateMedia({ colorScheme })
      await asking.setViewportSize(phone)
      await asking.clock.install()
      await open(`/reviews/${reviewId}`)
      await expect(asking.getByRole('heading', { name: "You can't open this review" })).toBeVisible()
      await check('before', asking)
      await asking.getByLabel('Message (optional)').fill('I test the shop. '.repeat(20))
      await asking.getByRole('button', { name: 'Ask for access' }).click()
      await expect(asking.getByRole('heading', { name: 'You asked for access' })).toBeFocused()
      await check('after', asking)
      expect((await renderedPage(server, `/reviews/${reviewId}`, rae)).text).toContain('You asked for access')
    })

    await test.step('the owner accepts the request', async () => {
      const page = await openAs(person, '/')
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(phone)
      const row = page.getByRole('listitem').filter({ hasText: 'Rae asks for access' })
      await expect(row).toContainText('“I test the shop.')
      await expect(row).toContainText('(not confirmed)')
      await expect(page.getByRole('link', { name: 'Notifications, 1 access request' })).toBeVisible()
      await check('inbox', page)
      await row.getByRole('button', { name: 'Accept Rae' }).click()
      const dialog = page.getByRole('dialog', { name: "Add Rae to Ann's workspace?" })
      await expect(dialog.getByRole('radio', { name: /Reviewer/ })).toBeChecked()
      await check('dialog', page)
      await dialog.getByRole('button', { name: 'Add to workspace' }).click()
      await expect(row).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    })

    await test.step('the review opens without a reload', async () => {
      await asking.clock.fastForward(16_000)
      await expect(asking.getByRole('main', { name: /^Stage/ })).toBeVisible()
    })
  })

test('after access was granted, “Check again” opens the project with the controls of the role', async ({
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

test('without access, the page of a review or a project does not reveal whether it exists', async ({
  server,
  reviewId,
  projectId,
}) => {
  const rae = await signUp(server, 'Rae')
  for (const [subject, there, missing] of [
    ['review', reviewId, newId('review')],
    ['project', projectId, newId('project')],
  ] as const) {
    const read = async (id: string) => {
      const { status, main } = await renderedPage(server, `/${subject}s/${id}`, rae)
      return { status, main: main.replaceAll(id, 'id') }
    }
    for (const heading of [`You can't open this ${subject}`, 'You asked for access']) {
      expect(await read(there)).toEqual(await read(missing))
      for (const id of [there, missing]) {
        expect((await renderedPage(server, `/${subject}s/${id}`, rae)).text).toContain(heading)
        await askForAccess(rae, id)
      }
    }
  }
})

test('neither an incomplete link nor a share link offers an access request', async ({ server, person }) => {
  for (const [path, text] of [
    ['/reviews/rev_', "Couldn't load the review."],
    ['/r/unknown', 'This link no longer works'],
  ] as const) {
    const page = await renderedPage(server, path, person)
    expect(page.text).toContain(text)
    expect(page.text).not.toContain('Ask for access')
  }
})

test('the link to the inbox counts the access requests on every page until each is decided', async ({
  page,
  server,
  person,
  projectId,
  open,
}) => {
  for (const name of ['Rae', 'Sam']) await askForAccess(await signUp(server, name), projectId)
  await open(`/projects/${projectId}`)
  await page.getByRole('link', { name: 'Inbox 2 need attention' }).click()
  await expect(page.getByRole('heading', { name: 'Access requests 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Decline Rae' }).click()
  await expect(page.getByRole('dialog')).toContainText("They aren't notified")
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Access requests 1' })).toBeVisible()
  const [request] = await requestsFor(person)
  expect(await decide(person, request?.id ?? '', 'decline')).toBe(204)
  await page.getByRole('button', { name: 'Accept Sam' }).click()
  await page.getByRole('button', { name: 'Add to workspace' }).click()
  await expect(page.getByText('This request was already decided, or has expired.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Access requests/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Let your agent show its work' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()
})
