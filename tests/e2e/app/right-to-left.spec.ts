import type { Locator } from '@playwright/test'
import { joined } from '../../support/people/sign-up'
import { upload } from '../../support/reviews/uploads'
import { verdictButton } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { outOfView } from '../../support/browser/checks/layout'
import { outOfViewAt, setDirection } from '../../support/browser/checks/page-checks'
import { pngImage } from '../../support/media/samples'
import { listAll } from '../../support/browser/comments'

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return box
}

test('in a right-to-left layout, the sidebar is on the right and a dialog closes on the left', async ({
  page,
  reviewId,
  open,
}) => {
  await open('/')
  await setDirection(page, 'rtl')
  const sidebar = await boxOf(page.getByRole('navigation', { name: 'Main' }))
  expect(sidebar.x + sidebar.width).toBe(1440)
  const row = page.locator(`[data-review="${reviewId}"]`)
  const time = await boxOf(row.locator('time').filter({ visible: true }))
  expect(time.x).toBeLessThan((await boxOf(row.getByText('Totals'))).x)

  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog')
  const title = await boxOf(dialog.getByRole('heading'))
  const close = await boxOf(dialog.getByRole('button', { name: 'Close' }))
  expect(close.x).toBeLessThan(title.x)
  expect(await outOfView(page)).toEqual([])
})

test('in a right-to-left layout, the conversation is on the left and is resized by keys', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  for (const name of ['Ben Okafor', 'דנה כהן']) await joined(server, person, name, 'reviewer')
  await upload(agent, reviewId, await pngImage(640, 400), { title: 'Cart' })
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400), { title: 'Checkout' })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  const body = '- قائمة أولى\n- Latin item\n\n1. واحد\n2. اثنان\n\n> اقتباس طويل\n\n- left'
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { body })
  await open(`/reviews/${reviewId}`)
  const conversation = page.getByRole('complementary', { name: 'Conversation' })

  await test.step('Arabic lists and quotes have their markers and lines on the right', async () => {
    await listAll(page)
    const comment = conversation.getByRole('listitem').filter({ hasText: 'Latin item' })
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
    // A quote of right-to-left text has its line on the right side.
    expect(await directions('blockquote')).toEqual([['rtl', 0]])
    // A list item has the direction of its own text.
    const [item, list] = [comment.getByText('Latin item'), comment.locator('ul').first()]
    const textStart = await item.evaluate(each => {
      const range = document.createRange()
      range.selectNodeContents(each)
      return range.getBoundingClientRect().left
    })
    expect(textStart).toBeCloseTo((await boxOf(list)).x, 0)
  })
  await test.step('in the list of reviewers, a Hebrew name starts where other names start', async () => {
    await verdictButton(page).click()
    await page.getByRole('combobox', { name: 'Ask for a verdict' }).click()
    const startOf = async (name: string) =>
      (await boxOf(page.getByRole('option', { name }).getByText(name))).x
    expect(await startOf('דנה כהן')).toBe(await startOf('Ben Okafor'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('in a right-to-left layout, the parts of the page are mirrored and in view', async () => {
    await setDirection(page, 'rtl')
    expect(await outOfViewAt(page, [390, 1024, 1440])).toEqual([])
    // The conversation has a margin of 8 pixels to the edge of the window, like a sheet of paper.
    expect((await boxOf(conversation)).x).toBe(8)
    const evidence = await boxOf(page.getByRole('navigation', { name: 'Evidence' }))
    expect(evidence.x + evidence.width).toBe(1440)
  })
  await test.step('in a right-to-left layout, the right arrow key widens the conversation', async () => {
    const before = (await boxOf(conversation)).width
    /** The margin of the conversation in CSS pixels. It is a part of the width of the panel. */
    const margin = 8
    /** The distance in CSS pixels between the panel and the edge with which the panel is resized. */
    const gap = 3
    const edge = page.getByRole('separator', { name: 'Width of the conversation' })
    expect((await boxOf(edge)).x).toBeCloseTo(before + margin + gap, 0)
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await boxOf(conversation)).width).toBe(before + 16)
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + margin + 16))
  })
})
