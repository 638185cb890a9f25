import type { Locator, Page } from '@playwright/test'
import { joined, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { outOfView } from '../../support/browser/layout'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(640, 400)

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return box
}

/** What a translation into Arabic or Hebrew would set. */
const turnAround = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })

test('from right to left, the sidebar is at the right and the close button of a dialog at the left', async ({
  page,
  projectId,
  reviewId,
  open,
}) => {
  for (const path of ['/', `/projects/${projectId}`, '/settings/people', '/settings/account']) {
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await open(path)
      await turnAround(page)
      expect(await outOfView(page), `${path} ${width}`).toEqual([])
    }
    const sidebar = await boxOf(page.getByRole('navigation', { name: 'Main' }))
    expect(sidebar.x + sidebar.width).toBe(1440)
  }
  await open('/')
  await turnAround(page)
  const row = page.locator(`[data-review="${reviewId}"]`)
  expect((await boxOf(row.locator('time'))).x).toBeLessThan((await boxOf(row.getByText('Totals'))).x)

  await open('/settings/people')
  await turnAround(page)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  expect(await outOfView(page)).toEqual([])
  const title = await boxOf(dialog.getByRole('heading'))
  const close = await boxOf(dialog.getByRole('button', { name: 'Close' }))
  expect(close.x).toBeLessThan(title.x)
})

test('from right to left, the conversation of a review is at the left, where the keys resize it', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Cart' })
  const { artifactId } = await upload(agent, reviewId, await png(), { title: 'Checkout' })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await open(`/reviews/${reviewId}`)
    await turnAround(page)
    expect(await outOfView(page), String(width)).toEqual([])
  }
  const conversation = page.getByRole('complementary', { name: 'Conversation' })
  expect((await boxOf(conversation)).x).toBe(0)
  const evidence = await boxOf(page.getByRole('navigation', { name: 'Evidence' }))
  expect(evidence.x + evidence.width).toBe(1440)

  const before = (await boxOf(conversation)).width
  const edge = page.getByRole('separator', { name: 'Width of the conversation' })
  expect((await boxOf(edge)).x).toBeCloseTo(before, 0)
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(conversation)).width).toBe(before + 16)
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16))
})

test('a name from right to left begins where the others do in the list of people to ask', async ({
  page,
  server,
  person,
  reviewId,
  open,
}) => {
  for (const name of ['Ben Okafor', 'דנה כהן']) await joined(server, person, name, 'reviewer')
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Reviewers' }).click()
  await page.getByRole('combobox', { name: 'Ask for a verdict' }).click()
  const startOf = async (name: string) => (await boxOf(page.getByRole('option', { name }).getByText(name))).x
  expect(await startOf('דנה כהן')).toBe(await startOf('Ben Okafor'))
})

test('lists and quotes from right to left have their markers and their line at the right', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const body = '- قائمة أولى\n- Latin item\n\n1. واحد\n2. اثنان\n\n> اقتباس طويل\n\n- left'
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { body })
  await open(`/reviews/${reviewId}`)
  const comment = page.getByRole('complementary', { name: 'Conversation' }).getByRole('listitem')
  const directions = async (selector: string) =>
    comment
      .locator(selector)
      .evaluateAll(all => all.map(each => [getComputedStyle(each).direction, each.clientLeft]))
  await expect(comment.locator('ol').first()).toBeVisible()
  expect(await directions('ul')).toEqual([
    ['rtl', 0],
    ['ltr', 0],
  ])
  expect(await directions('ol')).toEqual([['rtl', 0]])
  // The line is at the right.
  expect(await directions('blockquote')).toEqual([['rtl', 0]])
  // An item is in its own direction.
  const [item, list] = [comment.getByText('Latin item'), comment.locator('ul').first()]
  const textStart = await item.evaluate(each => {
    const range = document.createRange()
    range.selectNodeContents(each)
    return range.getBoundingClientRect().left
  })
  expect(textStart).toBeCloseTo((await boxOf(list)).x, 0)
})
