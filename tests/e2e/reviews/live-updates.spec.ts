import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { joined } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem, commentList, listStatus, press } from '../../support/browser/comments'
import { sendInCard, verdictButton } from '../../support/browser/verdict-card'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { expectSameOffline } from '../../support/browser/offline'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { pngImage } from '../../support/media/samples'

const stage = (page: Page, title: string) => page.getByRole('main', { name: `Stage: ${title}` })

/** Hides or shows the tab, as the browser does when another tab is opened or left. */
const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(to => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('an open review is updated when evidence, people, comments and verdicts change', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  const pageErrors = collectPageErrors(page)
  const png = await pngImage(1280, 800)
  const here = page.getByRole('button', { name: /here$/ })
  const bob = await joined(server, person, 'Bob Marlow', 'reviewer')
  const pin = (each: Page) => each.getByRole('button', { name: /^Comment 1:/ })

  await open(`/reviews/${reviewId}`)
  let artifactId = ''
  await test.step('the page of an empty review shows its first evidence when it arrives', async () => {
    await expect(page.getByRole('heading', { name: 'No evidence yet' })).toBeVisible()
    await expect(verdictButton(page)).toBeVisible()
    await expect(here).toHaveCount(0)
    artifactId = (await upload(agent, reviewId, png, { title: 'Dashboard' })).artifactId
    await expect(stage(page, 'Dashboard')).toBeVisible()
  })

  const other = await openAs(bob, `/reviews/${reviewId}`)
  await test.step('the review lists the other people who have it open', async () => {
    await expect(other.getByText('No open comments')).toBeVisible()
    await expect(here).toHaveAccessibleName('1 other person here')
    await here.click()
    const card = page.getByRole('dialog', { name: '1 other person here' })
    await expect(card.getByRole('listitem')).toContainText(['Bob Marlow'])
    await other.getByRole('button', { name: '1 other person here' }).click()
    await expect(other.getByRole('dialog').getByText('Ann')).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await other.keyboard.press('Escape')
  })

  await test.step('comments, replies and verdicts appear in each browser that shows the review', async () => {
    const { body: thread } = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Is this wide enough?',
    })
    for (const each of [page, other]) {
      await expect(each.getByText('Is this wide enough?')).toBeVisible()
      await expect(pin(each)).toBeVisible()
    }
    await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'I measured it.' })
    await expect(page.getByText('I measured it.')).toBeVisible()
    await verdictButton(other).click()
    await sendInCard(other, 'Request changes')
    await expect(verdictButton(page)).toHaveAccessibleName('Review. Verdict: Changes requested')
  })

  await test.step('a toast offers a new revision once, and comments stay on their revision', async () => {
    const offer = page.getByRole('button', { name: /^r2 · latest.*new/i })
    const notice = page.getByTestId('stage-notice')
    await expect(page.getByRole('button', { name: /^r1/ })).toHaveAttribute('aria-pressed', 'true')
    const { revisionId } = await revise(agent, artifactId, await pngImage(1280, 801))
    await expect(offer).toBeVisible()
    const toasts = page.getByRole('region', { name: 'Notifications' }).locator('[data-toast]')
    await expect(toasts).toHaveText([/^New revision r2\s*Dashboard\s*See r2\s*Compare with r1$/])
    await expect(page.getByRole('button', { name: /^r1/ })).toHaveAttribute('aria-pressed', 'true')
    // The stage shows no second notice about the new revision.
    await expect(notice).toHaveCount(0)

    // The revision is no longer new once the person has seen it for a moment.
    const seen = page.waitForResponse(
      response =>
        response.url().endsWith('/seen') && response.request().postData()?.includes(revisionId) === true,
    )
    await toasts.getByRole('button', { name: 'See r2' }).click()
    await seen
    await expect(toasts).toHaveCount(0)
    // The mark is also drawn on the new revision, because its spot is known there.
    await expect(pin(page)).toBeVisible()
    await expect(page.getByText('on r1', { exact: true })).toBeVisible()
    await commentItem(page, 'Is this wide enough?').getByText('on r1', { exact: true }).click()
    await expect(pin(page)).toBeVisible()
    // The person has already opened the new revision, so it is no longer offered as new.
    await expect(offer).toHaveCount(0)
    await expect(notice).toContainText('Viewing r1 of 2')

    await upload(agent, reviewId, await pngImage(400, 300), { title: 'Settings page' })
    const toast = toasts.filter({ hasText: 'New evidence' })
    await expect(toast).toBeVisible()
    await expect(stage(page, 'Dashboard')).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    await toast.getByRole('button', { name: 'View' }).click()
    await expect(stage(page, 'Settings page')).toBeVisible()
    expect(pageErrors).toEqual([])
  })

  await test.step('a hidden tab disconnects and loads missed changes when it is shown again', async () => {
    const listed = (each: Page) => each.getByText('While away.')
    const ended = other.waitForEvent('requestfailed', request => request.url().includes('/events'))
    await setVisibility(other, 'hidden')
    await ended
    await expect(here).toHaveCount(0)
    await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'While away.' })
    await expect(listed(page)).toBeVisible()
    await expect(listed(other)).toHaveCount(0)
    await setVisibility(other, 'visible')
    await expect(listed(other)).toBeVisible()
    await listed(other).click()
    await expect(other.getByText('While away.')).toBeVisible()
    await expect(here).toHaveAccessibleName('1 other person here')
  })

  await test.step('the page does not change while the server cannot be reached', async () => {
    await expectSameOffline(page)
  })

  await test.step('a person removed from the workspace can no longer see the open review', async () => {
    await person.call('DELETE', `/api/workspaces/${person.workspaceId}/members/${bob.id}`)
    await expect(other.getByRole('heading', { name: "You can't open this review" })).toBeVisible()
    await expect(here).toHaveCount(0)
  })
})

test('the comment under the pointer and an open reply do not move when other comments change', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1280, 800))
  const threads: Thread[] = []
  for (let n = 1; n <= 24; n++)
    threads.push(
      (
        await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
          kind: 'artifact',
          body: `Note number ${n}.`,
        })
      ).body,
    )
  const reply = (number: number, body: string) =>
    agent('POST', `/v1/threads/${threads[number - 1]?.threadId}/replies`, { body })
  await open(`/reviews/${reviewId}`)
  const item = (number: number) => commentItem(page, `Note number ${number}.`)
  const top = async (number: number) => Math.round((await item(number).boundingBox())?.y ?? 0)

  await test.step('the comment under the pointer keeps its place when other comments change', async () => {
    await commentList(page).hover()
    await page.mouse.wheel(0, 240)
    await item(9).hover()
    const before = await top(9)
    await reply(7, 'A long answer\n\nwith\n\nlines.')
    await expect(item(7).getByText('A long answer')).toBeAttached()
    await expect.poll(async () => Math.abs((await top(9)) - before)).toBeLessThan(3)
    await person.call('POST', `/v1/threads/${threads[5]?.threadId}/resolve`)
    await expect(item(6)).toHaveCount(0)
    await expect.poll(async () => Math.abs((await top(9)) - before)).toBeLessThan(3)
  })

  await test.step('an open reply keeps its place and text when an agent addresses the comment', async () => {
    await press(item(10), 'Reply')
    const field = item(10).getByRole('textbox', { name: 'Reply' })
    await field.fill('I am still thi')
    const before = await top(10)
    await reply(3, 'A long answer\n\nof several\n\nlines.')
    await expect(page.getByText('of several')).toBeAttached()
    expect(Math.abs((await top(10)) - before)).toBeLessThan(3)
    await agent('POST', `/v1/threads/${threads[9]?.threadId}/address`)
    await expect(item(10)).toContainText('Addressed')
    await expect(field).toHaveValue('I am still thi')
    await expect(field).toBeFocused()
    await page.keyboard.type('nking.')
    await item(10).getByRole('button', { name: 'Send reply' }).click()
    await expect(item(10).getByRole('textbox')).toHaveCount(0)
    await listStatus(page, 'To check')
    await expect(page.getByText('I am still thinking.')).toBeVisible()
  })
})
