import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call, type Person } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { drag } from '../../support/browser/stage'

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

const result = (page: Page) => compared(page).getByTestId('difference-result')

const places = async (page: Page) => {
  const shown = compared(page).locator('[role=group] img')
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
  const bar = result(page)
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

test('the selected mark is drawn in every mode, over the revision that it is on', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await addressed(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await page.getByRole('button', { name: 'Compare r1 and r2 at this spot' }).click()
  const mark = compared(page).getByTestId('compare-mark')
  for (const [key, mode] of [
    ['w', 'swipe'],
    ['o', 'onion-skin'],
    ['d', 'difference'],
    ['s', 'side-by-side'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(compared(page)).toHaveAttribute('data-mode', mode)
    await expect(mark).toHaveText('Comment 1')
    await expect(compared(page).locator('canvas').last()).toBeVisible()
  }
  const pane = await compared(page).getByRole('group', { name: 'r1', exact: true }).boundingBox()
  const at = await mark.boundingBox()
  expect(at?.x).toBeLessThan((pane?.x ?? 0) + (pane?.width ?? 0))
  await page.keyboard.press('Shift+H')
  await expect(mark).toHaveCount(0)
})

test('a change that is asked for while the images are compared is shown once they are', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  // What the worker reads; the images of the page are loaded by `img`.
  const release = await holdRequests(page, '**/e/**', request => request.resourceType() === 'fetch')
  await page.keyboard.press('d')
  await expect(result(page)).toHaveText('Comparing… 0 %')
  await page.keyboard.press('x')
  await page.keyboard.press('x')
  release()
  await expect(compared(page).getByText(/^2 of /)).toBeVisible()
})

test('a change is ignored, and the threshold raised, for this review on this device', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const one = await upload(agent, reviewId, await sheet(800, 600, [100, 100, 50, 50]))
  await revise(agent, one.artifactId, await sheet(800, 600, [100, 160, 50, 50], [600, 400, 40, 40]))
  await open(`/reviews/${reviewId}?compare=difference`)
  const count = compared(page).getByText(/^\d changes?$/)
  const region = compared(page).getByTestId('ignored-region')
  const settings = compared(page).getByRole('group', { name: 'Settings of the difference' })
  await expect(count).toHaveText('2 changes')
  await compared(page).getByRole('button', { name: 'Settings of the difference' }).click()
  await expect(settings.getByRole('button', { name: 'Ignore this change' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next change' }).click()
  // The keyboard goes on from the button, and can undo it.
  const ignore = settings.getByRole('button', { name: 'Ignore this change' })
  await ignore.press('Enter')
  await expect(region).toHaveCount(1)
  await expect(count).toHaveText('1 change')
  await expect(ignore).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(count).toHaveText('2 changes')
  await expect(region).toHaveCount(0)
  await page.keyboard.press('x')
  await ignore.press('Enter')
  await expect(region).toHaveCount(1)
  await expect(count).toHaveText('1 change')

  await page.keyboard.press('0')
  await settings.getByRole('button', { name: 'Draw a region to ignore' }).click()
  // The settings would cover what is to be ignored.
  await expect(settings).toHaveCount(0)
  await expect(compared(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  const shown = await compared(page).locator('img').boundingBox()
  const at = (x: number, y: number) => ({
    x: (shown?.x ?? 0) + (shown?.width ?? 0) * x,
    y: (shown?.y ?? 0) + (shown?.height ?? 0) * y,
  })
  await drag(page, at(0.7, 0.6), at(0.9, 0.8))
  await expect(settings).toBeVisible()
  await expect(result(page)).toHaveText('No difference')
  await page.reload()
  await expect(result(page)).toHaveText('No difference')
  await expect(region).toHaveCount(2)
  await page.getByRole('button', { name: 'Stop ignoring region 2' }).click()
  await expect(count).toHaveText('1 change')

  await compared(page).getByRole('button', { name: 'Settings of the difference' }).click()
  await settings.getByRole('button', { name: 'Clear 1 ignored region' }).press('Enter')
  await expect(count).toHaveText('2 changes')
  await expect(settings.getByRole('button', { name: 'Draw a region to ignore' })).toBeFocused()
  await settings.getByLabel('Count differences').selectOption('Over 25 %')
  await expect(count).toHaveText('2 changes')
  await page.reload()
  await compared(page).getByRole('button', { name: 'Settings of the difference' }).click()
  await expect(settings.getByLabel('Count differences')).toHaveValue('0.25')
  expect(await findings(page)).toEqual([])

  // Escape ends one thing at a time: drawing, the settings, the comparison.
  await settings.getByRole('button', { name: 'Draw a region to ignore' }).click()
  await page.keyboard.press('Escape')
  await expect(settings).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(compared(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(compared(page)).toHaveCount(0)
})

test('the first change far down a tall page is scrolled to', async ({ page, agent, reviewId, open }) => {
  const one = await upload(agent, reviewId, await sheet(600, 6000))
  await revise(agent, one.artifactId, await sheet(600, 6000, [100, 5000, 50, 50]))
  await open(`/reviews/${reviewId}?compare=difference`)
  await expect(compared(page).getByText('1 change', { exact: true })).toBeVisible()
  const image = compared(page).getByRole('group').first().locator('img').first()
  const top = async () => (await image.boundingBox())?.y
  await expect.poll(top).toBeLessThan(-3000)
  // The map of the whole follows, and scrolls both sides.
  const map = page.getByRole('slider', { name: 'Position in the image' })
  await expect.poll(async () => Number(await map.getAttribute('aria-valuenow'))).toBeGreaterThan(70)
  await page.keyboard.press('s')
  await map.press('Home')
  await expect.poll(top).toBeGreaterThan(0)
  const tops = await compared(page)
    .locator('[role=group] img')
    .evaluateAll(all => all.map(each => each.getBoundingClientRect().y))
  expect(tops).toEqual([tops[0], tops[0]])
})

for (const [paper, colorScheme] of [
  ['#ffffff', 'dark'],
  ['#18181b', 'light'],
] as const)
  test(`what did not change keeps its lightness, on ${paper} in the ${colorScheme} theme`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const flat = await sharp({ create: { width: 400, height: 300, channels: 3, background: paper } })
      .png()
      .toBuffer()
    const one = await upload(agent, reviewId, flat)
    await revise(agent, one.artifactId, flat)
    await page.emulateMedia({ colorScheme })
    await open(`/reviews/${reviewId}?compare=difference`)
    await expect(result(page)).toHaveText('No difference')
    const image = await compared(page).locator('img').boundingBox()
    if (!image) throw new Error('There is no image.')
    const clip = { x: image.x + 200, y: image.y + 150, width: 1, height: 1 }
    const [red = 0] = await sharp(await page.screenshot({ clip }))
      .raw()
      .toBuffer()
    expect(paper === '#ffffff' ? red > 180 : red < 60).toBe(true)
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
  const mark = fixComparison.getByTestId('crop-mark')
  const [inner, outer] = await Promise.all([mark.boundingBox(), mark.locator('..').boundingBox()])
  expect(inner?.width).toBeGreaterThan(20)
  expect(inner?.x).toBeGreaterThan(outer?.x ?? Infinity)
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0))
  await fixComparison.click()
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  await expect(compared(page).getByTestId('compare-mark')).toHaveText('Comment 1')
  expect(page.url()).toContain(`with=${r1}`)
  const [left] = await places(page)
  const pane = await compared(page).getByRole('group', { name: 'r1', exact: true }).boundingBox()
  expect(left?.width).toBe(1000)
  expect(Math.abs((left?.x ?? 0) + 250 - ((pane?.x ?? 0) + (pane?.width ?? 0) / 2))).toBeLessThan(3)
  await page.reload()
  const header = page.getByTestId('stage-header')
  await expect(header.getByRole('button', { name: 'r2 · latest' })).toHaveAttribute('aria-pressed', 'true')
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
