import type { Locator, Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/checks/axe'
import { themes } from '../../support/browser/checks/themes'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { joined } from '../../support/people/sign-up'
import { annotate, onWhole } from '../../support/reviews/comments'
import { threadsOf } from '../../support/reviews/review'
import { newShareLink } from '../../support/reviews/share'
import { upload } from '../../support/reviews/uploads'

const choices = (comment: Locator) => comment.getByRole('group', { name: 'React' })
const chips = (comment: Locator) => comment.getByRole('list', { name: 'Reactions' })

/** Opens the menu of a comment with the keyboard and chooses a label. */
async function label(comment: Locator, name: 'Blocker' | 'Nit') {
  await comment.getByRole('button', { name: /^Actions for comment/ }).press('Enter')
  const item = comment.page().getByRole('menuitemcheckbox', { name })
  await item.focus()
  await item.press('Enter')
  await expect(comment.page().getByRole('menu')).toHaveCount(0)
}

/** The accessible names of the chips of a comment, without the characters that isolate names. */
const namesOf = async (comment: Locator) =>
  (
    await chips(comment)
      .getByRole('button')
      .evaluateAll(all => all.map(each => each.ariaLabel ?? ''))
  ).map(each => each.replaceAll(/[\u2068\u2069]/g, ''))

const boxOf = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

/** Refuses the next requests to a path, until the returned function is called. */
async function refuse(page: Page, path: string) {
  await page.route(path, route =>
    route.fulfill({
      status: 403,
      json: {
        error: { code: 'forbidden', message: 'You may not.', hint: null, field: null, requestId: 'r' },
      },
    }),
  )
  return () => page.unroute(path)
}

test('two people react to comments and label them, with the mouse and with the keyboard', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  const bo = await joined(server, person, 'Bo', 'reviewer')
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  const { threadId } = await annotate(agent, artifactId, 'Too wide.', onWhole)
  await agent('POST', `/v1/threads/${threadId}/replies`, { body: 'By 8 pixels.' })
  await annotate(agent, artifactId, 'Too low.', onWhole)
  await open(`/reviews/${reviewId}`)
  const [wide, low] = [commentItem(page, 'Too wide.').first(), commentItem(page, 'Too low.')]
  const reply = wide.getByRole('listitem').filter({ hasText: 'By 8 pixels.' })
  const thumbs = (comment: Locator) => choices(comment).getByRole('button', { name: 'React with thumbs up' })

  await test.step('emoji buttons appear over a hovered comment, and nothing moves', async () => {
    await expect(choices(page.locator('body'))).toHaveCount(0)
    const before = [await boxOf(wide), await boxOf(low)]
    await low.getByText('Too low.').hover()
    await expect(choices(low)).toBeVisible()
    await expect(choices(page.locator('body'))).toHaveCount(1)
    expect([await boxOf(wide), await boxOf(low)]).toEqual(before)
    // The reaction buttons cover no other comment.
    const [own, shown] = [await boxOf(low), await boxOf(choices(low))]
    expect(shown.y + shown.height).toBeLessThanOrEqual(own.y + own.height)
    await reply.hover()
    await expect(choices(page.locator('body'))).toHaveCount(1)
    await expect(choices(reply)).toBeVisible()
    expect([await boxOf(wide), await boxOf(low)]).toEqual(before)
    await page.mouse.move(0, 0)
    await expect(choices(page.locator('body'))).toHaveCount(0)
  })

  const other = await openAs(bo, `/reviews/${reviewId}`)
  await test.step('the reaction of a person is shown at once to them and to others', async () => {
    await low.hover()
    await thumbs(low).click()
    await expect(thumbs(low)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => namesOf(low)).toEqual(['1 thumbs up by you. React with thumbs up'])
    const chip = chips(commentItem(other, 'Too low.')).getByRole('button')
    await expect(chip).toHaveAttribute('aria-pressed', 'false')
    await expect
      .poll(() => namesOf(commentItem(other, 'Too low.')))
      .toEqual(['1 thumbs up by Ann. React with thumbs up'])
    await chip.click()
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(chips(low).getByRole('button')).toHaveText('2')
    await expect.poll(() => namesOf(low)).toEqual(['2 thumbs up by you and Bo. React with thumbs up'])
    await thumbs(low).click()
    await expect(chips(low).getByRole('button')).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => namesOf(low)).toEqual(['1 thumbs up by Bo. React with thumbs up'])
    await expect
      .poll(() => namesOf(commentItem(other, 'Too low.')))
      .toEqual(['1 thumbs up by you. React with thumbs up'])
  })

  await test.step('a reaction to a reply is added and removed by keyboard, and keeps the focus', async () => {
    await page.mouse.move(0, 0)
    await reply.getByRole('button', { name: /^Actions for the reply/ }).focus()
    await page.keyboard.press('Shift+Tab')
    const eyes = choices(reply).getByRole('button', { name: 'React with eyes' })
    await expect(eyes).toBeFocused()
    await page.keyboard.press('Space')
    const chip = chips(reply).getByRole('button')
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await chip.focus()
    await page.keyboard.press('Enter')
    await expect(chips(reply)).toHaveCount(0)
    await expect(eyes).toBeFocused()
    await expect(eyes).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('a refused reaction disappears, and a toast says why', async () => {
    const allow = await refuse(page, '**/reactions')
    await low.hover()
    await choices(low).getByRole('button', { name: 'React with eyes' }).click()
    await expect(page.getByText('Your reaction was not saved')).toBeVisible()
    await expect(chips(low).getByRole('button')).toHaveCount(1)
    await allow()
  })

  await test.step('a comment is labeled in its menu, and its accessible name has the label', async () => {
    await label(low, 'Nit')
    await expect(low.getByRole('button').first()).toHaveAccessibleName(/Nit/)
    await label(low, 'Blocker')
    await expect(low.getByRole('button').first()).toHaveAccessibleName(/Blocker/)
    await expect(commentItem(other, 'Too low.').getByText('Blocker', { exact: true })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: Comment 2 labeled as blocker')).toBeVisible()
    await expect(low.getByText('Nit', { exact: true })).toBeVisible()
    await label(low, 'Nit')
    await expect(low.getByText('Nit', { exact: true })).toHaveCount(0)
    await expect
      .poll(async () => (await threadsOf(agent, reviewId)).map((each: Thread) => each.label))
      .toEqual([null, null])
  })

  await test.step('a refused label disappears, and a toast says why', async () => {
    const allow = await refuse(page, '**/api/threads/*')
    await label(low, 'Blocker')
    await expect(page.getByText('Comment 2 was not changed')).toBeVisible()
    await expect(low.getByText('Blocker', { exact: true })).toHaveCount(0)
    await allow()
  })

  await test.step('visitors of a share link see counts and labels, and no controls', async () => {
    await label(low, 'Blocker')
    const link = await newShareLink(person.call, reviewId, { allowComments: true })
    const visitor = await openAs(bo, new URL(link.url).pathname)
    const shared = commentItem(visitor, 'Too low.')
    await shared.hover()
    await expect(chips(shared)).toHaveText(/^1/)
    await expect(chips(shared).getByText('1 thumbs up')).toBeAttached()
    await expect(chips(shared).getByRole('button')).toHaveCount(0)
    await expect(choices(shared)).toHaveCount(0)
    await expect(shared.getByText('Blocker')).toBeVisible()
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } })

  test('reactions can be chosen in the menu of a comment', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
    await annotate(agent, artifactId, 'Too wide.', onWhole)
    await open(`/reviews/${reviewId}`)
    const wide = commentItem(page, 'Too wide.')
    await wide.getByRole('button', { name: 'Actions for comment 1' }).tap()
    await page.getByRole('menuitemcheckbox', { name: 'React with a check mark' }).tap()
    await expect(chips(wide).getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await expect(choices(wide)).toHaveCount(0)
    await chips(wide).getByRole('button').tap()
    await expect(chips(wide)).toHaveCount(0)
  })
})

for (const colorScheme of themes)
  test(`axe finds nothing in reactions and labels (${colorScheme})`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
    for (const name of ['nit', 'blocker']) {
      const { threadId, comments } = await annotate(agent, artifactId, name, onWhole)
      await person.call('PATCH', `/api/threads/${threadId}`, { label: name })
      const path = `/api/comments/${comments[0]?.id}/reactions`
      await person.call('PUT', path, { emoji: 'eyes', reacted: true })
    }
    await open(`/reviews/${reviewId}`)
    await commentItem(page, 'nit').hover()
    await expect(choices(commentItem(page, 'nit'))).toBeVisible()
    expect(await findings(page)).toEqual([])
    await commentItem(page, 'blocker').getByRole('button').first().click()
    await expect(choices(commentItem(page, 'blocker'))).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
