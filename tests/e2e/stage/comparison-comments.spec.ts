import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'

/** A white image with a dark box. */
const image = async (left: number, top: number, height = 800) =>
  sharp({ create: { width: 1000, height, channels: 3, background: '#ffffff' } })
    .composite([
      {
        input: { create: { width: 200, height: 100, channels: 3, background: '#1e293b' } },
        left,
        top,
      },
    ])
    .png()
    .toBuffer()

const compared = (page: Page) => page.getByTestId('compare')
const half = (page: Page, name: string) => compared(page).getByRole('group', { name, exact: true })
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' })

/** Creates an image with three revisions. */
async function thrice(agent: Call, reviewId: string) {
  const one = await upload(agent, reviewId, await image(100, 100), { title: 'Cart' })
  const two = await revise(agent, one.artifactId, await image(500, 100))
  await revise(agent, one.artifactId, await image(500, 600, 840))
  return { artifactId: one.artifactId, r1: one.revisionId, r2: two.revisionId }
}

const threadsOf = async (agent: Call, reviewId: string) =>
  (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body.threads

/** Clicks a fraction of an image of a comparison. */
async function clickOn(page: Page, alt: string, x: number, y: number) {
  const shown = compared(page)
    .locator('[role=group] img')
    .and(page.getByAltText(alt, { exact: true }))
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  const box = await shown.boundingBox()
  if (!box) throw new Error(`${alt} is not shown`)
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test('a click comments on the side under the pointer, and the same two revisions stay compared', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { artifactId, r1 } = await thrice(agent, reviewId)
  await open(`/reviews/${reviewId}?revision=2&compare=side-by-side&with=${r1}#${artifactId}`)
  await expect(half(page, 'r2')).toBeVisible()
  await clickOn(page, 'r1', 0.2, 0.2)
  const field = page.getByLabel('Comment on this spot of r1')
  await expect(field).toBeFocused()
  await field.fill('It was better here.')
  await page.keyboard.press('Control+Enter')
  await expect(comments(page)).toContainText('It was better here.')
  await expect(half(page, 'r1').getByTestId('compare-mark')).toBeVisible()
  await expect(half(page, 'r2')).toBeVisible()
  const [sent] = await threadsOf(agent, reviewId)
  expect(sent).toMatchObject({ kind: 'point', revision: 1 })
  expect(JSON.stringify(sent?.geometry)).toMatch(/^{"x":0\.(19|2)\d*,"y":0\.(19|2)\d*}$/)

  await page.keyboard.press('w')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  await clickOn(page, 'r2', 0.8, 0.3)
  await expect(page.getByLabel('Comment on this spot of r2')).toBeFocused()
  await page.keyboard.press('Escape')
  await clickOn(page, 'r2', 0.2, 0.3)
  await expect(page.getByLabel('Comment on this spot of r1')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(compared(page)).toBeVisible()
  await compared(page).getByRole('button', { name: 'Comment on r2' }).click()
  await compared(page).getByRole('textbox', { name: 'Comment on r2' }).fill('The whole looks right.')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await threadsOf(agent, reviewId)).length).toBe(2)
  expect((await threadsOf(agent, reviewId)).find(each => each.kind === 'artifact')?.revision).toBe(2)
  expect(pageErrors).toEqual([])
})

test('a changed region is commented on as a rectangle', async ({ page, agent, reviewId, open }) => {
  const { artifactId, r2 } = await thrice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=difference&with=${r2}#${artifactId}`)
  await expect(page.getByTestId('difference-result')).toContainText('changed')
  await page.getByRole('button', { name: 'Comment on this change' }).click()
  const field = page.getByLabel('Comment on this spot of r3 · latest')
  await expect(field).toBeFocused()
  await field.fill('The box left the fold.')
  await page.keyboard.press('Control+Enter')
  await expect(comments(page)).toContainText('The box left the fold.')
  const [sent] = await threadsOf(agent, reviewId)
  expect(sent).toMatchObject({
    kind: 'rectangle',
    revision: 3,
    geometry: { x: 0.496, y: 0.114286, width: 0.208, height: 0.128571 },
  })
})

test('an unsent comment on another revision is named, and shown again', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, r2 } = await thrice(agent, reviewId)
  await upload(agent, reviewId, await image(1, 1), { title: 'Checkout' })
  await open(`/reviews/${reviewId}?compare=side-by-side&with=${r2}#${artifactId}`)
  await clickOn(page, 'r2', 0.5, 0.5)
  await page.getByLabel('Comment on this spot of r2').fill('Half a thought')
  await compared(page).getByRole('button', { name: 'Close comparison' }).click()
  const notice = page.getByTestId('stage-notice')
  await expect(notice).toContainText('Unsent comment on r2')
  const card = page.getByRole('button', { name: /Cart/ }).filter({ hasText: 'Has your unsent comment' })
  await expect(card).toBeVisible()
  await notice.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('Comment on this spot', { exact: true })).toHaveValue('Half a thought')
  await page.keyboard.press('Control+Enter')
  await expect(comments(page)).toContainText('Half a thought')
  await expect(card).toHaveCount(0)
  expect((await threadsOf(agent, reviewId))[0]?.revision).toBe(2)
})
