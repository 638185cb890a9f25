import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { threadsOf, upload, type Call, type Person } from '../support/client'
import { complaintsOf, expect, test } from '../support/e2e'
import { picture, pixels } from '../support/samples'

const png = (width = 1000, height = 500) => picture(width, height).png().toBuffer()
const box = { x: 0.25, y: 0.25, width: 0.25, height: 0.25 }

/** A picture with a rectangle the person has drawn. */
async function marked(person: Person, agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await png())
  const note = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: box,
    body: 'Too wide.',
  })
  return { artifactId, note: note.body }
}

const geometryOf = async (agent: Call, reviewId: string) =>
  (await threadsOf(agent, reviewId))[0]?.geometry as unknown as Record<string, number>

/** Where fractions of the picture stand on the screen. */
async function spots(page: Page) {
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  return async (x: number, y: number) => {
    const on = await shown.boundingBox()
    if (!on) throw new Error('no picture')
    return { x: on.x + on.width * x, y: on.y + on.height * y }
  }
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

test('a person moves and resizes a mark with the mouse, and it never leaves the picture', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const complaints = complaintsOf(page)
  await marked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await spots(page)
  await drag(page, await at(0.375, 0.375), await at(0.475, 0.475))
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toEqual({ x: expect.closeTo(0.35, 2), y: expect.closeTo(0.35, 2), width: 0.25, height: 0.25 })
  await drag(page, await at(0.6, 0.6), await at(0.7, 0.8))
  await expect.poll(async () => (await geometryOf(agent, reviewId)).height).toBeCloseTo(0.45, 2)
  await drag(page, await at(0.5, 0.5), { x: 5, y: 5 })
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toMatchObject({ x: 0, y: 0, width: expect.closeTo(0.35, 2) })
  await expect(
    page.getByRole('button', { name: /^Note 1: Rectangle at 0 % from the left, 0 % from the top/ }),
  ).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toMatchObject({ x: expect.closeTo(0.35, 2), y: expect.closeTo(0.35, 2) })
  expect(complaints).toEqual([])
})

test('a person nudges, sizes and deletes a mark with the keyboard alone', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await marked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const pin = page.getByRole('button', { name: /^Note 1:/ })
  await pin.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toEqual({ x: 0.251, y: 0.27, width: 0.26, height: 0.25 })
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(1200)
  expect(await geometryOf(agent, reviewId)).toEqual({ x: 0.251, y: 0.27, width: 0.26, height: 0.25 })

  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete note 1?' })
  await expect(dialog).toContainText('Too wide.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await threadsOf(agent, reviewId)).toHaveLength(1)
  await pin.focus()
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Delete note' }).click()
  await expect(pin).toHaveCount(0)
  await expect.poll(() => threadsOf(agent, reviewId)).toEqual([])
})

test('a move or a deletion that fails is taken back, and says so', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await marked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await spots(page)
  const pin = page.getByRole('button', {
    name: /^Note 1: Rectangle at 25 % from the left, 25 % from the top/,
  })
  await expect(pin).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await drag(page, await at(0.375, 0.375), await at(0.475, 0.475))
  await expect(page.getByText('Note 1 was not moved', { exact: true })).toBeVisible()
  await expect(pin).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('The note was not deleted', { exact: true })).toBeVisible()
  await expect(pin).toBeVisible()
  await page.context().setOffline(false)
  expect(await geometryOf(agent, reviewId)).toEqual(box)
})

test('marks of others are selected, not moved', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'By an agent.',
  })
  await open(`/reviews/${reviewId}`)
  const pin = page.getByRole('button', { name: /^Note 1:/ })
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await pin.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.waitForTimeout(1000)
  expect(await geometryOf(agent, reviewId)).toEqual({ x: 0.5, y: 0.5 })
})

test('notes on one spot are reached one after another, by pointer and by keyboard', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  for (const body of ['Lowest.', 'Middle.', 'Topmost.'])
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  await open(`/reviews/${reviewId}`)
  const pins = page.getByRole('button', { name: /^Note \d: Point/ })
  const pressed = () => pins.evaluateAll(all => all.findIndex(each => each.ariaPressed === 'true') + 1)
  const at = await spots(page)
  const { x, y } = await at(0.5, 0.5)
  for (const number of [3, 1, 2, 3]) {
    await page.mouse.click(x, y)
    await expect.poll(pressed).toBe(number)
    await page.mouse.move(x + 2, y)
    expect(
      await page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.textContent?.trim(),
        [x, y],
      ),
    ).toBe(String(number))
  }
  await pins.nth(0).focus()
  await page.keyboard.press('Enter')
  await expect.poll(pressed).toBe(1)
  await page.keyboard.press('Tab')
  await expect(pins.nth(1)).toBeFocused()
  expect(
    await page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.textContent?.trim(),
      [x, y],
    ),
  ).toBe('2')
  await expect(page.getByLabel('Note on this spot')).toHaveCount(0)
})

test('a mark keeps its size while the picture scales, and pixels stay exact from 100 % upwards', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await marked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  const pin = page.getByRole('button', { name: /^Note 1:/ })
  const before = await pin.boundingBox()
  await expect(shown).toHaveCSS('image-rendering', 'auto')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: '100 %, show at one pixel to one' })).toBeVisible()
  await expect(shown).toHaveCSS('image-rendering', 'pixelated')
  const at = await shown.boundingBox()
  expect([at?.width, at?.height, (at?.x ?? 0.5) % 1, (at?.y ?? 0.5) % 1]).toEqual([1000, 500, 0, 0])
  await page.keyboard.press('+')
  expect((await pin.boundingBox())?.width).toBe(before?.width)
  await page.keyboard.press('0')
  await expect(shown).toHaveCSS('image-rendering', 'auto')
})

test('what is under the cursor stays there, also in the small steps of a trackpad', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const box = await shown.boundingBox()
  if (!box) throw new Error('no picture')
  const cursor = { x: Math.round(box.x + 60), y: Math.round(box.y + 40) }
  const under = async () => {
    const now = await shown.boundingBox()
    return now
      ? { x: (cursor.x - now.x) / now.width, y: (cursor.y - now.y) / now.height, width: now.width }
      : null
  }
  const before = await under()
  await page.getByTestId('stage').evaluate((stage, at) => {
    for (let i = 0; i < 250; i++)
      stage.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: -1,
          ctrlKey: true,
          clientX: at.x,
          clientY: at.y,
          bubbles: true,
          cancelable: true,
        }),
      )
  }, cursor)
  await expect.poll(async () => ((await under())?.width ?? 0) / box.width).toBeGreaterThan(3)
  const after = await under()
  // Within a pixel of the screen.
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 1)) * (after?.width ?? 0)).toBeLessThan(1.5)
  expect((Math.abs((after?.y ?? 0) - (before?.y ?? 1)) * (after?.width ?? 0)) / 2).toBeLessThan(1.5)
})

test('the picture is moved with the wheel, with held Space and with the hand, and fitted again', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(3000, 3000))
  await open(`/reviews/${reviewId}`)
  const shown = page.getByTestId('stage').locator('img')
  await expect(shown).toBeVisible()
  const where = async () => {
    const box = await shown.boundingBox()
    return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0), width: Math.round(box?.width ?? 0) }
  }
  const fitted = await where()
  await page.keyboard.press('1')
  await expect.poll(async () => (await where()).width).toBe(3000)
  const from = await where()
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 120)
  await expect.poll(where).toEqual({ ...from, y: from.y - 120 })
  await page.keyboard.down('Shift')
  await page.mouse.wheel(0, 80)
  await page.keyboard.up('Shift')
  await expect.poll(where).toEqual({ ...from, x: from.x - 80, y: from.y - 120 })

  await page.keyboard.down(' ')
  await drag(page, { x: 600, y: 300 }, { x: 650, y: 340 })
  await page.keyboard.up(' ')
  await expect.poll(where).toEqual({ ...from, x: from.x - 30, y: from.y - 80 })
  await page.keyboard.press('h')
  await drag(page, { x: 600, y: 300 }, { x: 570, y: 300 })
  await expect.poll(where).toEqual({ ...from, x: from.x - 60, y: from.y - 80 })
  await expect(page.getByLabel('Note on this spot')).toHaveCount(0)
  await page.keyboard.press('0')
  await expect.poll(where).toEqual(fitted)
})

test('a picture as high as the stage lies between its bars', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png(900, 1200))
  for (const size of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    const [picture, chip, bar] = await Promise.all(
      [shown, page.getByRole('group', { name: 'Revisions' }), page.getByRole('toolbar')].map(each =>
        each.boundingBox(),
      ),
    )
    expect(picture?.y).toBeGreaterThan((chip?.y ?? 0) + (chip?.height ?? 0))
    expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  }
})

test('resolved marks leave the stage until they are asked for', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { note } = await marked(person, agent, reviewId)
  await open(`/reviews/${reviewId}#${note.threadId}`)
  const pin = page.getByRole('button', { name: /^Note 1:/ })
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await expect(pin).toHaveCount(0)
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await expect(pin).toBeVisible()
})

test('a note far down a long page is brought into sight, and the page is not scrolled away', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(600, 9000))
  const note = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.9 },
    body: 'Down here.',
  })
  await open(`/reviews/${reviewId}#${note.body.threadId}`)
  await expect(page.getByRole('button', { name: /^Note 1:/ })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeInViewport()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing with a mark selected, its deletion asked about, and the keys listed, ${colorScheme}`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { note } = await marked(person, agent, reviewId)
    await open(`/reviews/${reviewId}#${note.threadId}`)
    await expect(page.getByRole('button', { name: /^Note 1:/ })).toBeVisible()
    const findings = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(
        each => `${each.id}: ${each.nodes[0]?.target}`,
      )
    expect(await findings()).toEqual([])
    await page.keyboard.press('Delete')
    await expect(page.getByRole('dialog', { name: 'Delete note 1?' })).toBeVisible()
    expect(await findings()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    for (const row of [
      'Ctrl/⌘+EnterSend what is written',
      'Ctrl/⌘+wheelZoom',
      'Alt+arrowsSize the mark',
      'EnterWith a drawing tool: place a mark',
    ])
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(row)
    expect(await findings()).toEqual([])
  })
}

test.describe('on a screen of two pixels each', () => {
  test.use({ deviceScaleFactor: 2 })

  test('100 % shows every pixel of the picture as one of the screen, unchanged', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const [width, height] = [640, 480]
    await upload(agent, reviewId, await png(width, height))
    await open(`/reviews/${reviewId}`)
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: '100 %, show at one pixel to one' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const box = await shown.boundingBox()
    expect([box?.width, box?.height]).toEqual([width / 2, height / 2])
    const seen = await sharp(await page.screenshot({ clip: box ?? undefined }))
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(seen.equals(pixels(width, height))).toBe(true)
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

  test('two fingers zoom and move the picture with its marks and leave no draft; one finger moves a mark', async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await marked(person, agent, reviewId)
    await open(`/reviews/${reviewId}`)
    const at = await spots(page)
    const shown = page.getByTestId('stage').locator('img')
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      })
    const middle = await at(0.5, 0.5)
    const before = await shown.boundingBox()
    const left = (by: number) => ({ x: middle.x - by, y: middle.y })
    await touch('touchStart', left(20))
    await touch('touchStart', left(20), left(-20))
    await touch('touchMove', left(40), left(-40))
    await touch('touchMove', left(60), left(-60))
    await touch('touchEnd')
    await expect
      .poll(async () => ((await shown.boundingBox())?.width ?? 0) / (before?.width ?? 1))
      .toBeCloseTo(3, 1)
    await expect(page.getByLabel('Note on this spot')).toHaveCount(0)

    const from = await at(0.45, 0.45)
    await touch('touchStart', from)
    await touch('touchMove', { x: from.x + 30, y: from.y })
    await touch('touchMove', { x: from.x + 60, y: from.y })
    await touch('touchEnd')
    await expect.poll(async () => (await geometryOf(agent, reviewId)).x).toBeGreaterThan(0.27)
  })

  test('a finger goes from note to note of those on one spot', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    for (const body of ['Lower.', 'Upper.'])
      await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.3 }, body })
    await open(`/reviews/${reviewId}`)
    const at = await spots(page)
    const { x, y } = await at(0.5, 0.3)
    const pin = (number: number) => page.getByRole('button', { name: new RegExp(`^Note ${number}: Point`) })
    for (const number of [2, 1, 2]) {
      await page.touchscreen.tap(x, y)
      await expect(pin(number)).toHaveAttribute('aria-pressed', 'true')
    }
  })
})
