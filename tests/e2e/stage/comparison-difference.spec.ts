import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call, type Person } from '../../support/client'
import { collectPageErrors, expect, test } from '../../support/e2e'

type Area = [x: number, y: number, width: number, height: number]

/** A white page with dark boxes. */
async function sheet(width: number, height: number, ...boxes: Area[]) {
  const rects = await Promise.all(
    boxes.map(async ([left, top, wide, high]) => ({
      left,
      top,
      input: await sharp({ create: { width: wide, height: high, channels: 3, background: '#1e293b' } })
        .png()
        .toBuffer(),
    })),
  )
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(rects)
    .png()
    .toBuffer()
}

const first: Area[] = [
  [100, 100, 200, 40],
  [100, 500, 300, 100],
]

const second: Area[] = [
  [100, 100, 200, 40],
  [100, 520, 300, 100],
  [900, 300, 50, 20],
]

/** Creates an image with two revisions, the second a little taller. */
async function twice(agent: Call, reviewId: string, more: Record<string, unknown> = {}) {
  const one = await upload(agent, reviewId, await sheet(1000, 800, ...first), more)
  const two = await revise(agent, one.artifactId, await sheet(1000, 820, ...second))
  return { artifactId: one.artifactId, r1: one.revisionId, r2: two.revisionId }
}

const compared = (page: Page) => page.getByTestId('compare')

const places = async (page: Page) => {
  const shown = compared(page).locator('img')
  await expect(shown).toHaveCount(2)
  return Promise.all(
    [0, 1].map(async index => (await shown.nth(index).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
  )
}

test('the difference counts changed pixels and steps through the changes', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('d')
  const bar = compared(page).getByRole('status')
  // Two strips of a box that moved, a new box, and the rows that only the second image has.
  await expect(bar).toHaveText(
    new RegExp(`^${(2 * 300 * 20 + 50 * 20 + 1000 * 20).toLocaleString('en-US')} pixels changed, `),
  )
  await expect(compared(page).getByText(/^\d changes$/)).toBeVisible()
  await page.keyboard.press('x')
  await expect(compared(page).getByText(/^1 of /)).toBeVisible()
  const seen = await compared(page).locator('span.border-accent').boundingBox()
  expect([(seen?.width ?? 0) > 50, (seen?.height ?? 0) > 20]).toEqual([true, true])
  await page.getByRole('button', { name: 'Next change' }).click()
  await expect(compared(page).getByText(/^2 of /)).toBeVisible()
  await page.getByRole('button', { name: 'Previous change' }).click()
  await expect(compared(page).getByText(/^1 of /)).toBeVisible()
  expect(pageErrors).toEqual([])
})

test('identical images show no difference', async ({ page, agent, reviewId, open }) => {
  const one = await upload(agent, reviewId, await sheet(400, 300, [10, 10, 20, 20]))
  await revise(agent, one.artifactId, await sheet(400, 300, [10, 10, 20, 20]))
  await open(`/reviews/${reviewId}?compare=difference`)
  await expect(compared(page).getByRole('status')).toHaveText('No difference')
})

test('an addressed comment shows its spot before and after, and opens the comparison there', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, r1 } = await addressed(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  const fixComparison = page.getByRole('button', { name: 'Compare r1 and r2 at this spot' })
  await expect(fixComparison).toContainText('r1, before')
  await expect
    .poll(() =>
      fixComparison
        .locator('img')
        .evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  await fixComparison.click()
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  expect(page.url()).toContain(`with=${r1}`)
  const [left] = await places(page)
  const pane = await compared(page).getByRole('group', { name: 'r1', exact: true }).boundingBox()
  expect(left?.width).toBe(1000)
  expect(Math.abs((left?.x ?? 0) + 250 - ((pane?.x ?? 0) + (pane?.width ?? 0) / 2))).toBeLessThan(3)
  await page.reload()
  await expect(page.getByRole('button', { name: 'r2 · latest' })).toHaveAttribute('aria-pressed', 'true')
  expect(page.url()).toContain('#thr_')
  expect(artifactId).toBeTruthy()
})

async function addressed(person: Person, agent: Call, reviewId: string) {
  const one = await upload(agent, reviewId, await sheet(1000, 800, ...first))
  const thread = await person.call<Thread>('POST', `/v1/artifacts/${one.artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.625, width: 0.3, height: 0.125 },
    body: 'Too high.',
  })
  await revise(agent, one.artifactId, await sheet(1000, 820, ...second))
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`, { body: 'Moved down.' })
  return { artifactId: one.artifactId, r1: one.revisionId }
}
