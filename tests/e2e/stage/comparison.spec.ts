import { readdir, readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call, type Person } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { root } from '../../support/paths'
import { settled } from '../../support/browser/settled'
import { themes } from '../../support/browser/themes'

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
  const shown = compared(page).locator('[role=group] img')
  await expect(shown).toHaveCount(2)
  return Promise.all(
    [0, 1].map(async index => (await shown.nth(index).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
  )
}

test('two revisions are compared in every mode, with the same zoom and scroll in each', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { r1 } = await twice(agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('s')
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  await page.keyboard.press('1')
  await expect.poll(async () => (await places(page))[0]?.width).toBe(1000)
  const unmoved = (await places(page))[0]?.x ?? 0
  await page.mouse.move(500, 400)
  await page.mouse.wheel(120, 90)
  await expect.poll(async () => (await places(page))[0]?.x).toBe(unmoved - 120)
  const [left, right] = await places(page)
  const panes = [
    (await compared(page).getByRole('group', { name: 'r1', exact: true }).boundingBox())?.x ?? 0,
    (await compared(page).getByRole('group', { name: 'r2 · latest' }).boundingBox())?.x ?? 0,
  ]
  expect([left?.width, left?.height, right?.width, right?.height]).toEqual([1000, 800, 1000, 820])
  expect([(left?.x ?? 0) - (panes[0] ?? 0), left?.y]).toEqual([(right?.x ?? 0) - (panes[1] ?? 0), right?.y])

  await page.keyboard.press('w')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  await settled(page)
  const [under, over] = await places(page)
  expect([under?.x, under?.y, under?.width]).toEqual([over?.x, over?.y, 1000])
  await page.keyboard.press('o')
  await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  await expect.poll(() => places(page)).toEqual([under, over])
  await page.keyboard.press('Escape')
  await expect(compared(page)).toHaveCount(0)
  await expect
    .poll(async () => {
      const alone = await page.getByTestId('stage').locator('img').boundingBox()
      return [alone?.x, alone?.y, alone?.width]
    })
    .toEqual([over?.x, over?.y, 1000])

  await page.keyboard.press('w')
  expect(page.url()).toContain(`compare=swipe&with=${r1}`)
  expect(pageErrors).toEqual([])
})

test('an older revision is compared with the latest, and labels are at the corners of the images', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await twice(agent, reviewId)
  await revise(agent, artifactId, await sheet(1000, 800, ...second, [10, 10, 20, 20]))
  await open(`/reviews/${reviewId}?revision=1`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('s')
  const tags = compared(page).getByTestId('compare-tag')
  await expect(tags).toHaveText(['r1', 'r3 · latest'])
  await settled(page)
  const shown = await places(page)
  for (const index of [0, 1]) {
    const tag = await tags.nth(index).boundingBox()
    expect(Math.abs((tag?.x ?? 0) - (shown[index]?.x ?? 0))).toBeLessThan(7)
    expect((tag?.y ?? 0) + (tag?.height ?? 0)).toBeLessThanOrEqual(shown[index]?.y ?? 0)
  }
})

test('a tall page is compared from its top at full width, beside its minimap', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const one = await upload(agent, reviewId, await sheet(1440, 6000, ...first))
  await revise(agent, one.artifactId, await sheet(1440, 6000, ...second))
  await open(`/reviews/${reviewId}?compare=swipe`)
  const map = page.getByRole('slider', { name: 'Position in the image' })
  await expect(map).toBeVisible()
  const images = compared(page).locator('[role=group] img')
  const [under, over] = [images.first(), images.last()]
  const boxOf = async (image: Locator) => (await image.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const start = await boxOf(under)
  const beside = async () => (await map.boundingBox())?.x ?? 0
  expect(start.x + start.width).toBeLessThanOrEqual(await beside())
  for (const [key, mode] of [
    ['o', 'onion-skin'],
    ['d', 'difference'],
    ['w', 'swipe'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(compared(page)).toHaveAttribute('data-mode', mode)
    await expect.poll(() => boxOf(under)).toEqual(start)
  }

  await page.keyboard.press('s')
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  const pane = (name: string) => boxOf(compared(page).getByRole('group', { name }))
  const margins = async () => {
    const [left, right] = [await boxOf(under), await boxOf(over)]
    const [one, other] = [await pane('r1'), await pane('r2 · latest')]
    return [left.x - one.x, one.width - left.width, right.x - other.x, other.width - right.width]
  }
  await expect.poll(margins).toEqual([12, 24, 12, 24].map(each => expect.closeTo(each, 0)))
  const [left, right] = [await boxOf(under), await boxOf(over)]
  expect([left.y, right.y]).toEqual([start.y, start.y])
  expect(right.x + right.width).toBeLessThanOrEqual(await beside())
})

test('the focus ring is seen around an image that fills its side', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await sheet(2000, 3000))
  await revise(agent, artifactId, await sheet(2000, 3000, [0, 0, 2000, 3000]))
  await open(`/reviews/${reviewId}?compare=side-by-side`)
  await places(page)
  await page.keyboard.press('1')
  await expect(page.getByRole('toolbar').getByText('100 %')).toBeVisible()
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent').slice(1),
  )
  for (const index of [0, 1]) {
    const side = compared(page).getByRole('group').nth(index)
    const { x = 0, y = 0, height = 0 } = (await side.boundingBox()) ?? {}
    const edge = { x: Math.ceil(x), y: Math.round(y + height / 2), width: 8, height: 1 }
    const pixelsOfRing = async () => {
      const pixels = await sharp(await page.screenshot({ clip: edge }))
        .removeAlpha()
        .raw()
        .toBuffer()
      return (pixels.toString('hex').match(/.{6}/g) ?? []).filter(each => each === accent).length
    }
    await page.keyboard.press('Tab')
    await side.focus()
    await expect.poll(pixelsOfRing).toBe(2)
  }
})

test('a page that opens with a comparison leaves the focus to the person', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=side-by-side`)
  await places(page)
  await expect(page.locator('body')).toBeFocused()
  // A mode that they open has it.
  await page.keyboard.press('w')
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  await expect(compared(page).locator(':focus')).toHaveCount(1)
})

test('Escape closes a comparison whose code is still loading', async ({ page, agent, reviewId, open }) => {
  await twice(agent, reviewId)
  const folder = `${root}/.output/public/_nuxt`
  const scripts = (await readdir(folder)).filter(each => each.endsWith('.js'))
  const code = await Promise.all(
    scripts.map(async each => [each, await readFile(`${folder}/${each}`, 'utf8')] as const),
  )
  const chunk = code.find(([, text]) => /"data-testid":["`']compare["`']/.test(text))?.[0]
  const release = await holdRequests(page, `**/_nuxt/${chunk}`)
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

test('an address restores the evidence, the revision, the compare mode and the partner', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await sheet(500, 500), { title: 'Other' })
  const { artifactId, r1 } = await twice(agent, reviewId, { title: 'Totals' })
  const third = await revise(agent, artifactId, await sheet(1000, 800, ...first))
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.2, y: 0.2 },
    revisionId: r1,
    body: 'Here.',
  })
  await open(`/reviews/${reviewId}?revision=2&compare=onion-skin&with=${third.revisionId}#${artifactId}`)
  await expect(page.getByRole('main', { name: 'Stage: Totals' })).toBeVisible()
  await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  const header = page.getByTestId('stage-header')
  await expect(header.getByRole('button', { name: 'r2', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByLabel('Compare with')).toHaveValue(third.revisionId)
  await page.getByLabel('Compare with').selectOption({ label: 'r1' })
  await expect.poll(() => page.url()).toContain(`with=${r1}`)
  await page.getByRole('button', { name: 'r3 · latest' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('revision')).toBeNull()

  await open(`/reviews/${reviewId}?compare=swipe#${thread.body.threadId}`)
  await expect(header.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
  expect(page.url()).toContain(`#${thread.body.threadId}`)
  await page.reload()
  await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
})

test('evidence without a partner explains what is needed to compare', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await sheet(500, 500))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0)
  await page.keyboard.press('d')
  await expect(page.getByText('Nothing to compare with yet', { exact: true })).toBeVisible()
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

test('variations are shown side by side, and the preferred one is marked everywhere', async ({
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
  await expect(board.getByRole('button', { name: 'Compact is preferred. Undo' })).toBeVisible()
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
  await expect(page.getByText('Your choice was not saved')).toBeVisible()
  await expect(board.getByRole('button', { name: 'Roomy is preferred. Undo' })).toBeVisible()
  await page.context().setOffline(false)

  await board.getByRole('button', { name: 'Open Roomy' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Roomy' }).getByText('★ Preferred')).toBeVisible()
  await page.keyboard.press('w')
  await expect(page.getByLabel('Compare with')).toHaveValue(compact.revisionId)
})

for (const colorScheme of themes) {
  test(`axe finds no violations while comparing, ${colorScheme}`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    // Analyzes ten pages.
    test.slow()
    await page.emulateMedia({ colorScheme })
    await addressed(person, agent, reviewId)
    await upload(agent, reviewId, await sheet(800, 500), { title: 'Compact', variationGroup: 'header' })
    const roomy = await upload(agent, reviewId, await sheet(900, 600), {
      title: 'Roomy',
      variationGroup: 'header',
    })
    const found: Record<string, unknown> = {}
    const checkPage = async (name: string) => {
      await settled(page)
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
        await page.getByRole('button', { name: /^Addressed/ }).click()
        await checkPage(`${mode} ${size.width}`)
      }
      await open(`/reviews/${reviewId}?compare=variations#${roomy.artifactId}`)
      await expect(page.getByRole('region', { name: 'Variations of header' })).toBeVisible()
      await checkPage(`variations ${size.width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, []])))
  })
}
