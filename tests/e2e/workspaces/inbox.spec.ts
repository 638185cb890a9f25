import type { Locator, Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import type { Me } from '#shared/contract/workspace'
import { choose } from '../../support/browser/actions'
import { joined } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { findings } from '../../support/browser/checks/axe'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { renderedPage } from '../../support/server/rendered-page'

const rowOf = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) })

test('the inbox groups reviews by their next step, and moves a review that was seen', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
}) => {
  const png = await pngImage(640, 400)
  const decide = (id: string, status: string) => person.call('POST', `/api/reviews/${id}/status`, { status })
  /** Creates a review with evidence. */
  const reviewed = async (title: string) => {
    const id = await newReview(agent, projectId, title)
    const { artifactId } = await upload(agent, id, png)
    return { id, artifactId }
  }
  await decide((await reviewed('Verified')).id, 'verified')
  await decide((await reviewed('Requested')).id, 'changes_requested')
  await newReview(agent, projectId, 'Without evidence')
  const fresh = await reviewed('Fresh')
  const again = await reviewed('Again')
  await decide(again.id, 'verified')
  await upload(agent, again.id, png, { title: 'One more' })
  const addressed = await reviewed('Addressed')
  const { body } = await agent<Thread>('POST', `/v1/artifacts/${addressed.artifactId}/annotations`, {
    geometry: { x: 0, y: 0 },
    body: 'x',
  })
  await agent('POST', `/v1/threads/${body.threadId}/address`)

  await open('/')
  const groups = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(groups).toHaveText([
    'Fixes to check 1',
    'New 2',
    'Needs a verdict 1',
    'Waiting for changes 1',
    'Decided this week 1',
  ])
  await expect(page.getByRole('main').locator('[data-review]')).toHaveText([
    /Addressed/,
    /Again/,
    /Fresh/,
    /Without evidence/,
    /Requested/,
    /Verified/,
  ])
  await expect(page.getByText(/reviews that changed last/)).toHaveCount(0)

  const seen = page.waitForResponse(answer => answer.url().endsWith(`/${fresh.id}/seen`))
  await rowOf(page, 'Fresh').press('Enter')
  await expect(page.getByTestId('stage')).toBeVisible()
  expect((await seen).status()).toBe(200)
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(groups).toContainText(['New 1', 'Needs a verdict 2'])
})

test('reviews are archived, restored and marked as unread by keys and menus', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
}) => {
  const png = await pngImage(640, 400)
  for (const title of ['First', 'Second', 'Third']) {
    const id = await newReview(agent, projectId, title)
    if (title === 'First')
      await agent('PATCH', `/v1/reviews/${id}`, { prRef: 'https://github.com/acme/shop/pull/7' })
    const { revisionId } = await upload(agent, id, png)
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
  }
  await page.clock.install()
  await open('/')
  const main = page.getByRole('main')
  const [first, second, third] = [rowOf(page, 'First'), rowOf(page, 'Second'), rowOf(page, 'Third')]
  const status = page.getByRole('status')

  await test.step('keys move through the inbox, archive reviews and mark them as unread', async () => {
    await page.keyboard.press('j')
    await expect(third).toBeFocused()
    await page.keyboard.press('j')
    await expect(second).toBeFocused()
    await page.keyboard.press('k')
    await expect(third).toBeFocused()
    await page.keyboard.press('e')
    await expect(third).toHaveCount(0)
    await expect(second).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(third).toBeFocused()
    await expect(status.getByText('Undone: “Third” archived')).toBeAttached()
    await first.focus()
    await page.keyboard.press('u')
    await expect(page.getByRole('heading', { name: 'New 1' })).toBeVisible()
    await expect(first).toBeFocused()
    await expect(status.getByText('“First” marked as unread')).toBeAttached()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog').getByText('Archive until the review changes')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the menu of a review opens its pull request and can archive the review', async () => {
    await expect(first).toContainText('shop#7')
    await page.getByRole('button', { name: 'Actions for First' }).click()
    const link = page.getByRole('menuitem', { name: 'Open pull request' })
    await expect(link).toHaveAttribute('href', 'https://github.com/acme/shop/pull/7')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await page.keyboard.press('Escape')
    await choose(page, 'Second', 'Mark as unread')
    await expect(page.getByRole('heading', { name: 'New 2' })).toBeVisible()
    await choose(page, 'Second', 'Archive until the review changes')
    await expect(second).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(second).toBeVisible()
  })

  await test.step('an archived review is returned to the inbox from the list of its project', async () => {
    await choose(page, 'First', 'Archive until the review changes')
    await expect(first).toHaveCount(0)
    await page.getByRole('link', { name: /^Acme web/ }).click()
    await expect(first).toContainText('archived')
    await choose(page, 'First', 'Move back to the inbox')
    await expect(first).not.toContainText('archived')
    await open('/')
    await expect(first).toBeVisible()
  })

  await test.step('with the last review archived, the inbox does not poll and opens no review', async () => {
    for (const count of [3, 2, 1]) {
      await expect(main.locator('[data-review]')).toHaveCount(count)
      if (count === 3) await page.keyboard.press('j')
      await expect(main.locator('[data-review]:focus')).toHaveCount(1)
      await page.keyboard.press('e')
    }
    await expect(main.getByRole('heading', { name: 'Nothing waits for you.' })).toBeVisible()
    await expect(main.getByText('drop screenshots or videos anywhere on this page')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Show archived' })).toHaveAttribute('href', /^\/projects\//)
    await expect(main.getByRole('tab')).toHaveCount(0)
    await expect(main).not.toContainText('Waiting for')
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await page.clock.runFor(10_000)
    expect(requests.filter(each => each.endsWith('/reviews') || each.includes('/inbox'))).toEqual([])
    await expect(page).toHaveURL(`${server.url}/`)
  })
})

test('an empty inbox explains how reviews arrive, depending on the role and the device', async ({
  page,
  context,
  server,
  person,
  agent,
  projectId,
  open,
}) => {
  await open('/')
  const main = page.getByRole('main')
  const drop = main.getByText('You can also drop screenshots or videos anywhere on this page.')
  await expect(drop).toBeVisible()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(main.getByText('Its screenshots and videos open here as a review.')).toBeVisible()
  await expect(drop).toBeHidden()

  await test.step('a reviewer is never asked to drop files', async () => {
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const before = (await renderedPage(server, '/', bo)).text
    expect(before).toContain('Reviews appear here when agents or members upload')
    const id = await newReview(agent, projectId)
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    await bo.call('PUT', '/api/inbox/archived', { reviewIds: [id], archived: true })
    const after = (await renderedPage(server, '/', bo)).text
    expect(after).toContain('New evidence and fixes appear here.')
    expect(before + after).not.toContain('drop')
  })
})

test('an inbox row shows the project, the image count and the first name of who asks for a verdict', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
}) => {
  const { body } = await agent<{ review: { id: string } }>('POST', '/v1/reviews', {
    title: 'Totals wrap',
    projectId,
    branch: 'fix/totals-stay-on-one-line-in-the-checkout-on-narrow-screens',
  })
  await upload(agent, body.review.id, await pngImage(640, 400))
  const mia = await joined(server, person, 'Bartholomew Featherstone', 'member')
  const userIds = [(await person.call<Me>('GET', '/api/me')).body.user.id]
  await mia.call('PUT', `/api/reviews/${body.review.id}/reviewers`, { userIds })
  await open('/')
  await page.setViewportSize({ width: 1024, height: 700 })
  const row = rowOf(page, 'Totals wrap')
  const isWhole = (text: string) =>
    row
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .evaluate(each => {
        const cut = each.closest<HTMLElement>('.truncate')
        return (!cut || cut.scrollWidth <= cut.clientWidth) && each.getBoundingClientRect().width > 0
      })
  await expect(row).toHaveAccessibleName(/Bartholomew Featherstone asks/)
  await expect(row.getByTitle('Bartholomew Featherstone').filter({ visible: true })).toBeVisible()
  for (const whole of ['Acme web', '1 image', 'Bartholomew Featherstone'])
    await expect.poll(() => isWhole(whole)).toBe(true)

  await test.step('on a phone, a review has a line of facts and a line for its origin', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect
      .poll(() => row.innerText())
      .toMatch(/Bartholomew\s+Featherstone\s+asks\s+1 image\s+Acme web\s+fix\S+\s+(just now|\d+ min)/)
  })
})

test('the inbox counts waiting reviews, can be searched, and archives several reviews together', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
}) => {
  const mia = await joined(server, person, 'Mia Ortega', 'member')
  const userIds = [(await person.call<Me>('GET', '/api/me')).body.user.id]
  for (const title of ['Basket', 'Checkout', 'Totals']) {
    const id = await newReview(agent, projectId, title)
    if (title === 'Totals') await mia.call('PUT', `/api/reviews/${id}/reviewers`, { userIds })
  }
  await page.clock.install({ time: new Date('2026-11-29T09:00:00') })
  await open('/')
  const main = page.getByRole('main')
  const rows = main.locator('[data-review]')

  await test.step('the heading of the inbox greets by local time, and counts requests', async () => {
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(
      /Inbox\.\s+Good morning, Ann\.\s+One review asks for you\./,
    )
    await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Asked of you 1', 'Needs a verdict 2'])
    await expect(rows.first()).toContainText('Mia Ortega asks')
  })

  await test.step('the key / focuses the filter of the inbox, and Esc clears and leaves it', async () => {
    await page.keyboard.press('/')
    const filter = main.getByRole('searchbox', { name: 'Filter' })
    await expect(filter).toBeFocused()
    await page.keyboard.type('acme check')
    await expect(rows).toHaveText([/Checkout/])
    await filter.fill('mia')
    await expect(rows).toHaveText([/Totals/])
    await filter.fill('nowhere')
    await expect(main.getByText('No results for “nowhere”.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(filter).not.toBeFocused()
  })

  await test.step('Enter and the down arrow lead from the filter to the found reviews', async () => {
    const filter = main.getByRole('searchbox', { name: 'Filter' })
    await filter.fill('acme')
    await expect(page).toHaveURL(/\?search=acme$/)
    const first = main.locator('[data-review]').first()
    for (const key of ['ArrowDown', 'Enter']) {
      await filter.press(key)
      await expect(first).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/reviews\//)
    await page.goBack()
    await expect(filter).toHaveValue('acme')
    await filter.press('Escape')
    await expect(page).toHaveURL(/\/$/)
  })

  await test.step('a button clears the filter; on a phone, the results are below the field', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const filter = main.getByRole('searchbox', { name: 'Filter' })
    const top = async () => (await filter.boundingBox())?.y ?? 0
    const before = await top()
    await filter.fill('mia')
    await expect(rows).toHaveText([/Totals/])
    await expect.poll(top).toBeLessThan(before)
    await main.getByRole('button', { name: 'Clear filter' }).click()
    await expect(rows).toHaveCount(3)
    await expect(filter).toBeFocused()
    await expect.poll(top).toBe(before)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('a bar archives the reviews that were selected with the pointer or a menu', async () => {
    await rowOf(page, 'Basket').hover()
    const box = main.getByRole('checkbox', { name: 'Select Basket' })
    const picture = rowOf(page, 'Basket').locator('> :first-child')
    const rightOf = async (of: Locator) => of.evaluate(each => each.getBoundingClientRect().right)
    const leftOf = async (of: Locator) => of.evaluate(each => each.getBoundingClientRect().left)
    expect(await rightOf(box)).toBeLessThanOrEqual(await leftOf(picture))
    await box.check()
    const bar = main.getByRole('toolbar', { name: 'Selected reviews' })
    await expect(bar).toContainText('1 selected')
    await choose(page, 'Checkout', 'Select')
    await expect(bar).toContainText('2 selected')
    expect(await findings(page)).toEqual([])
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar).toHaveCount(0)
    await rows.first().hover()
    await main.getByRole('checkbox').first().check()
    await rows.last().click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('3 selected')
    await expect(rows).toHaveCount(3)
    await bar.getByRole('button', { name: 'Clear' }).click()
    await choose(page, 'Checkout', 'Select')
    await choose(page, 'Basket', 'Select')
    await bar.getByRole('button', { name: 'Archive' }).click()
    await expect(rows).toHaveText([/Totals/])
    await expect(bar).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(3)
  })

  await test.step('the menu of a review archives its whole group', async () => {
    await choose(page, 'Basket', 'Archive all of “Needs a verdict”')
    await expect(rows).toHaveText([/Totals/])
  })
})

test('reviews are snoozed until a time, listed below the inbox and moved back', async ({
  page,
  agent,
  projectId,
  open,
}) => {
  for (const title of ['First', 'Second', 'Third']) await newReview(agent, projectId, title)
  await open('/')
  const [first, second, third] = [rowOf(page, 'First'), rowOf(page, 'Second'), rowOf(page, 'Third')]
  const dialog = page.getByRole('dialog')
  const list = page.getByRole('button', { name: /snoozed review/ })

  await test.step('H and Enter snooze the focused review until tomorrow morning', async () => {
    await third.focus()
    await page.keyboard.press('h')
    await expect(dialog.getByRole('radio', { name: /^Tomorrow morning/ })).toBeFocused()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(third).toHaveCount(0)
    await expect(second).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(third).toBeFocused()
    await expect(list).toHaveCount(0)
  })

  await test.step('Escape closes the snooze dialog and returns the focus to the review', async () => {
    await page.keyboard.press('h')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(third).toBeFocused()
  })

  await test.step('a snooze time that is past or in over 90 days is refused with the reason', async () => {
    await choose(page, 'Second', 'Snooze')
    await dialog.getByRole('radio', { name: 'Another time' }).check()
    const field = dialog.getByLabel('Another time').last()
    await expect(field).toBeFocused()
    await field.fill('2020-01-01T08:00')
    await expect(dialog.getByText('Choose a time in the future.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Snooze' })).toBeDisabled()
    await field.fill('2099-01-01T08:00')
    await expect(dialog.getByText(/in the next 90 days/)).toBeVisible()
    await dialog.getByRole('radio', { name: /^Next week/ }).check()
    await dialog.getByRole('button', { name: 'Snooze' }).click()
    await expect(second).toHaveCount(0)
  })

  await test.step('several selected reviews are snoozed together', async () => {
    await third.focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page
      .getByRole('toolbar', { name: 'Selected reviews' })
      .getByRole('button', { name: /Snooze/ })
      .click()
    await dialog.getByRole('button', { name: 'Snooze' }).click()
    await expect(page.getByText('2 reviews snoozed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nothing waits for you.' })).toBeVisible()
  })

  await test.step('the snoozed reviews are listed, and one is moved back', async () => {
    await expect(list).toHaveText(/^3 snoozed reviews/)
    await list.click()
    await expect(first).toContainText('snoozed until')
    await choose(page, 'First', 'Move back to the inbox')
    await expect(list).toHaveText('2 snoozed reviews')
    await expect(page.getByRole('heading', { name: 'Needs a verdict 1' })).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('while reviews are selected, a tap on a row selects it and does not open it', async ({
    page,
    server,
    agent,
    projectId,
    open,
  }) => {
    for (const title of ['First', 'Second']) await newReview(agent, projectId, title)
    await open('/')
    await choose(page, 'First', 'Select')
    const bar = page.getByRole('toolbar', { name: 'Selected reviews' })
    await expect(bar).toContainText('1 selected')
    const tap = async () => {
      const at = await rowOf(page, 'Second').boundingBox()
      await page.touchscreen.tap((at?.x ?? 0) + 200, (at?.y ?? 0) + 28)
    }
    await tap()
    await expect(bar).toContainText('2 selected')
    await tap()
    await expect(bar).toContainText('1 selected')
    await expect(page).toHaveURL(`${server.url}/`)
    const box = page.getByRole('checkbox', { name: 'Select Second' })
    expect((await box.boundingBox())?.width).toBeGreaterThanOrEqual(20)
    await choose(page, 'First', 'Unselect')
    await rowOf(page, 'Second').tap()
    await expect(page).toHaveURL(/\/reviews\//)
  })
})
