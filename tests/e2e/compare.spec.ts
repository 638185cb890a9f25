import { readdir, readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call, type Person } from '../support/client'
import { complaintsOf, expect, test } from '../support/e2e'

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

/** A picture with two revisions; the second is a little taller. */
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

test('two revisions are compared in every way, zoom and scroll kept in step and kept when switching', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const complaints = complaintsOf(page)
  const { r1 } = await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('s')
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  await page.keyboard.press('1')
  await page.mouse.move(500, 400)
  await page.mouse.wheel(120, 90)
  await page.waitForTimeout(100)
  const [left, right] = await places(page)
  const panes = [
    (await compared(page).getByRole('group', { name: 'r1', exact: true }).boundingBox())?.x ?? 0,
    (await compared(page).getByRole('group', { name: 'r2 · latest' }).boundingBox())?.x ?? 0,
  ]
  expect([left?.width, left?.height, right?.width, right?.height]).toEqual([1000, 800, 1000, 820])
  expect([(left?.x ?? 0) - (panes[0] ?? 0), left?.y]).toEqual([(right?.x ?? 0) - (panes[1] ?? 0), right?.y])

  await page.keyboard.press('w')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  const [under, over] = await places(page)
  expect([under?.x, under?.y, under?.width]).toEqual([over?.x, over?.y, 1000])
  await page.keyboard.press('o')
  await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  expect(await places(page)).toEqual([under, over])
  await page.keyboard.press('Escape')
  await expect(compared(page)).toHaveCount(0)
  const alone = await page.getByTestId('stage').locator('img').boundingBox()
  expect([alone?.x, alone?.y, alone?.width]).toEqual([over?.x, over?.y, 1000])

  await page.keyboard.press('w')
  expect(page.url()).toContain(`compare=swipe&with=${r1}`)
  expect(complaints).toEqual([])
})

test('the line of the swipe is dragged and moved with the keyboard, the onion skin fades', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=swipe`)
  const line = page.getByRole('slider', { name: 'Line between the two pictures' })
  await expect(line).toHaveAttribute('aria-valuenow', '50')
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '61')
  const at = await line.boundingBox()
  await page.mouse.move((at?.x ?? 0) + 16, 400)
  await page.mouse.down()
  await page.mouse.move(400, 400, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(30)
  // Keys that the line has no use for are the page's.
  await page.keyboard.press('o')
  await page.getByRole('slider', { name: 'How much covers' }).fill('20')
  await expect(compared(page).locator('img').nth(1).locator('..')).toHaveCSS('opacity', '0.2')
})

test('the difference counts changed pixels, and goes from change to change', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const complaints = complaintsOf(page)
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('d')
  const bar = compared(page).getByRole('status')
  // Two strips of a box that moved, a new box, and the rows that only the second picture has.
  await expect(bar).toHaveText(
    new RegExp(`^${(2 * 300 * 20 + 50 * 20 + 1000 * 20).toLocaleString('en-US')} pixels changed, `),
  )
  await expect(compared(page).getByText(/^\d places$/)).toBeVisible()
  await page.keyboard.press('x')
  await expect(compared(page).getByText(/^1 of /)).toBeVisible()
  const seen = await compared(page).locator('span.border-accent').boundingBox()
  expect([(seen?.width ?? 0) > 50, (seen?.height ?? 0) > 20]).toEqual([true, true])
  await page.getByRole('button', { name: 'Next change' }).click()
  await expect(compared(page).getByText(/^2 of /)).toBeVisible()
  await page.getByRole('button', { name: 'Change before' }).click()
  await expect(compared(page).getByText(/^1 of /)).toBeVisible()
  expect(complaints).toEqual([])
})

test('Escape leaves a comparison whose code is still on its way', async ({ page, agent, reviewId, open }) => {
  await twice(agent, reviewId)
  const folder = new URL('../../.output/public/_nuxt/', import.meta.url)
  const scripts = (await readdir(folder)).filter(each => each.endsWith('.js'))
  const code = await Promise.all(
    scripts.map(async each => [each, await readFile(new URL(each, folder), 'utf8')] as const),
  )
  const chunk = code.find(([, text]) => /"data-testid":["`']compare["`']/.test(text))?.[0]
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(`**/_nuxt/${chunk}`, async route => {
    await held
    await route.continue()
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('w')
  await expect(page).toHaveURL(/compare=swipe/)
  await expect(compared(page)).toHaveCount(0)
  await expect(page.getByRole('main', { name: /^Stage/ }).getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/compare/)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  release()
  await page.keyboard.press('w')
  await expect(compared(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(compared(page)).toHaveCount(0)
  await page.keyboard.press('w')
  await expect(compared(page)).toBeVisible()
})

test('pictures that are the same say so', async ({ page, agent, reviewId, open }) => {
  const one = await upload(agent, reviewId, await sheet(400, 300, [10, 10, 20, 20]))
  await revise(agent, one.artifactId, await sheet(400, 300, [10, 10, 20, 20]))
  await open(`/reviews/${reviewId}?compare=difference`)
  await expect(compared(page).getByRole('status')).toHaveText('No pixel differs')
})

test('an address restores the evidence, the revision, the way of comparing and the partner', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await sheet(500, 500), { title: 'Other' })
  const { artifactId, r1 } = await twice(agent, reviewId, { title: 'Totals' })
  const third = await revise(agent, artifactId, await sheet(1000, 800, ...first))
  const note = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.2, y: 0.2 },
    revisionId: r1,
    body: 'Here.',
  })
  await open(`/reviews/${reviewId}?revision=2&compare=onion-skin&with=${third.revisionId}#${artifactId}`)
  await expect(page.getByRole('main', { name: 'Stage: Totals' })).toBeVisible()
  await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  await expect(page.getByRole('button', { name: 'r2', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Compare with')).toHaveValue(third.revisionId)
  await page.getByLabel('Compare with').selectOption({ label: 'r1' })
  await expect.poll(() => page.url()).toContain(`with=${r1}`)
  await page.getByRole('button', { name: 'r3 · latest' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('revision')).toBeNull()

  await open(`/reviews/${reviewId}?compare=swipe#${note.body.threadId}`)
  await expect(page.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  expect(page.url()).toContain(`#${note.body.threadId}`)
  await page.reload()
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
})

test('evidence with nothing to compare says what it would take', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await sheet(500, 500))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0)
  await page.keyboard.press('d')
  await expect(page.getByText('Nothing to compare with yet', { exact: true })).toBeVisible()
})

test('an addressed note shows its spot before and after, and opens the comparison there', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, r1 } = await addressed(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  const proof = page.getByRole('button', { name: 'Compare r1 and r2 at this spot' })
  await expect(proof).toContainText('r1, as noted')
  await expect
    .poll(() =>
      proof.locator('img').evaluateAll(all => all.every(each => (each as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)
  await proof.click()
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
  const note = await person.call<Thread>('POST', `/v1/artifacts/${one.artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.625, width: 0.3, height: 0.125 },
    body: 'Too high.',
  })
  await revise(agent, one.artifactId, await sheet(1000, 820, ...second))
  await agent('POST', `/v1/threads/${note.body.threadId}/address`, { body: 'Moved down.' })
  return { artifactId: one.artifactId, r1: one.revisionId }
}

test('variations stand beside each other; the preferred one is marked everywhere', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const compact = await upload(agent, reviewId, await sheet(800, 500, [50, 50, 100, 20]), {
    title: 'Compact',
    variationGroup: 'header',
  })
  const roomy = await upload(agent, reviewId, await sheet(900, 600, [80, 80, 200, 40]), {
    title: 'Roomy',
    variationGroup: 'header',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('b')
  expect(page.url()).toContain('compare=variations')
  const board = page.getByRole('region', { name: 'Variations of header' })
  await board.getByRole('button', { name: 'Prefer Compact' }).click()
  await expect(board.getByRole('button', { name: 'Compact is preferred; take that back' })).toBeVisible()
  await board.getByRole('button', { name: 'Prefer Roomy' }).click()
  await expect(board.getByRole('button', { name: 'Prefer Compact' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Evidence' }).getByRole('button', { name: /Roomy.*Preferred/ }),
  ).toBeVisible()
  await expect
    .poll(async () =>
      (
        await agent<{ artifacts: { id: string; preferred: boolean }[] }>('GET', `/v1/reviews/${reviewId}`)
      ).body.artifacts
        .filter(each => each.preferred)
        .map(each => each.id),
    )
    .toEqual([roomy.artifactId])

  await page.context().setOffline(true)
  await board.getByRole('button', { name: 'Prefer Compact' }).click()
  await expect(page.getByText('Your choice was not saved. It is as it was before')).toBeVisible()
  await expect(board.getByRole('button', { name: 'Roomy is preferred; take that back' })).toBeVisible()
  await page.context().setOffline(false)

  await board.getByRole('button', { name: 'Open Roomy' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Roomy' }).getByText('★ Preferred')).toBeVisible()
  await page.keyboard.press('w')
  await expect(page.getByLabel('Compare with')).toHaveValue(compact.revisionId)
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('the line of the swipe follows a finger, and two fingers zoom both pictures', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await twice(agent, reviewId)
    await open(`/reviews/${reviewId}?compare=swipe`)
    const line = page.getByRole('slider', { name: 'Line between the two pictures' })
    const pictures = compared(page).locator('img')
    await expect(pictures).toHaveCount(2)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      })
    const at = await line.boundingBox()
    if (!at) throw new Error('no line')
    const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
    await touch('touchStart', middle)
    await touch('touchMove', { x: 200, y: middle.y })
    await touch('touchMove', { x: 312, y: middle.y })
    await touch('touchEnd')
    await expect(line).toHaveAttribute('aria-valuenow', '80')

    const widths = () =>
      pictures.evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().width)))
    const [before = 0] = await widths()
    await touch('touchStart', { x: 100, y: 300 })
    await touch('touchStart', { x: 100, y: 300 }, { x: 140, y: 300 })
    await touch('touchMove', { x: 80, y: 300 }, { x: 160, y: 300 })
    await touch('touchEnd')
    await expect
      .poll(async () => (await widths()).map(each => Math.round((each / before) * 10)))
      .toEqual([20, 20])
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing while comparing, ${colorScheme}`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    // Ten pages, each looked through whole.
    test.slow()
    await page.emulateMedia({ colorScheme })
    await addressed(person, agent, reviewId)
    await upload(agent, reviewId, await sheet(800, 500), { title: 'Compact', variationGroup: 'header' })
    const roomy = await upload(agent, reviewId, await sheet(900, 600), {
      title: 'Roomy',
      variationGroup: 'header',
    })
    const found: Record<string, unknown> = {}
    const look = async (name: string) => {
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page }).analyze()
      found[name] = violations.map(each => `${each.id}: ${each.nodes[0]?.target}`)
    }
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      for (const mode of ['side-by-side', 'swipe', 'onion-skin', 'difference']) {
        await open(`/reviews/${reviewId}?compare=${mode}`)
        await expect(compared(page)).toBeVisible()
        await page.getByRole('button', { name: 'Addressed 1' }).click()
        await look(`${mode} ${size.width}`)
      }
      await open(`/reviews/${reviewId}?compare=variations#${roomy.artifactId}`)
      await expect(page.getByRole('region', { name: 'Variations of header' })).toBeVisible()
      await look(`variations ${size.width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, []])))
  })
}
