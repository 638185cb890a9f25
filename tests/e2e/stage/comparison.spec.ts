import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Thread } from '#shared/contract/thread'
import { boxOf, compared, comparedImages, places } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { settled } from '../../support/browser/settled'
import { root } from '../../support/paths'
import { newerBoxes, olderBoxes, sheet, uploadTwice } from '../../support/reviews/comparisons'
import { revise, upload } from '../../support/reviews/uploads'

/** Holds the request for the code of comparisons until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const folder = `${root}/.output/public/_nuxt`
  const scripts = (await readdir(folder)).filter(each => each.endsWith('.js'))
  const code = await Promise.all(
    scripts.map(async each => [each, await readFile(`${folder}/${each}`, 'utf8')] as const),
  )
  const chunk = code.find(([, text]) => /"data-testid":["`']compare["`']/.test(text))?.[0]
  return holdRequests(page, `**/_nuxt/${chunk}`)
}

test('two revisions are compared in every mode with the same zoom and scroll position', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const one = await upload(agent, reviewId, await sheet(1000, 800, ...olderBoxes))
  await revise(agent, one.artifactId, await sheet(1000, 810, ...newerBoxes))
  const third = await revise(agent, one.artifactId, await sheet(1000, 820, [0, 0, 1000, 820]))
  const stageImage = page.getByTestId('stage').locator('img')
  const release = await holdCode(page)
  await open(`/reviews/${reviewId}?revision=1`)
  const pageErrors = collectPageErrors(page)
  // The minimum width of the window at which the filmstrip stays next to a comparison.
  await page.setViewportSize({ width: 1600, height: 720 })

  await test.step('Escape closes a comparison whose code is still loading', async () => {
    await expect(stageImage).toBeVisible()
    await page.keyboard.press('w')
    await expect(page).toHaveURL(/compare=swipe/)
    await expect(compared(page)).toHaveCount(0)
    await expect(page.getByRole('main', { name: /^Stage/ }).getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/compare/)
    await expect(stageImage).toBeVisible()
    release()
    await page.keyboard.press('w')
    await expect(compared(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(compared(page)).toHaveCount(0)
  })

  await test.step('An older revision is next to the latest, and each has a label at its corner', async () => {
    await page.keyboard.press('s')
    await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
    const tags = compared(page).getByTestId('compare-tag')
    await expect(tags).toHaveText(['r1', 'r3 · latest'])
    await settled(page)
    const shown = await places(page)
    for (const index of [0, 1] as const) {
      const tag = await boxOf(tags.nth(index))
      expect(Math.abs(tag.x - shown[index].x)).toBeLessThan(12)
      expect(tag.y + tag.height).toBeLessThanOrEqual(shown[index].y)
    }
  })

  const sides = compared(page).getByRole('group')
  await test.step('Both sides of the comparison zoom and scroll together', async () => {
    await page.keyboard.press('1')
    await expect.poll(async () => (await places(page))[0].width).toBe(1000)
    const unmoved = (await places(page))[0].x
    await page.mouse.move(500, 400)
    await page.mouse.wheel(120, 90)
    await expect.poll(async () => (await places(page))[0].x).toBe(unmoved - 120)
    const [left, right] = await places(page)
    const [one, other] = [
      await boxOf(compared(page).getByRole('group', { name: 'r1', exact: true })),
      await boxOf(compared(page).getByRole('group', { name: 'r3 · latest' })),
    ]
    expect([left.width, left.height, right.width, right.height]).toEqual([1000, 800, 1000, 820])
    expect([left.x - one.x, left.y]).toEqual([right.x - other.x, right.y])
  })

  await test.step('The focus ring is visible around an image that fills its side', async () => {
    const accent = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent').slice(1),
    )
    /** Returns the number of pixels at the left edge of a side that have the color of the focus ring. */
    const ringOf = async (index: number) => {
      const { x, y, height } = await boxOf(sides.nth(index))
      const clip = { x: Math.ceil(x), y: Math.round(y + height / 2), width: 8, height: 1 }
      const pixels = await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer()
      return (pixels.toString('hex').match(/.{6}/g) ?? []).filter(each => each === accent).length
    }
    for (const index of [0, 1]) {
      await page.keyboard.press('Tab')
      await sides.nth(index).focus()
      await expect.poll(() => ringOf(index)).toBe(2)
    }
    // Shortcuts move the focus to an image too. Its ring is thin until Tab is pressed.
    await page.keyboard.press('Shift')
    await expect.poll(() => ringOf(1)).toBe(1)
  })

  await test.step('Compared images keep their places in other compare modes and on the stage', async () => {
    await page.keyboard.press('w')
    await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
    await settled(page)
    const [under, over] = await places(page)
    expect([under.x, under.y, under.width]).toEqual([over.x, over.y, 1000])
    await page.keyboard.press('o')
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
    await expect.poll(() => places(page)).toEqual([under, over])
    await page.keyboard.press('Escape')
    await expect(compared(page)).toHaveCount(0)
    await expect
      .poll(async () => {
        const alone = await boxOf(stageImage)
        return [alone.x, alone.y, alone.width]
      })
      .toEqual([under.x, under.y, 1000])
    await page.keyboard.press('w')
    expect(page.url()).toContain(`compare=swipe&with=${third.revisionId}`)
  })

  await test.step('For images, the list of shortcuts contains the keys of the difference', async () => {
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys.getByText('Difference', { exact: true })).toBeVisible()
  })
  expect(pageErrors).toEqual([])
})

test('tall pages are compared from their top at full width, and scrolled to their first change', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const long = await upload(agent, reviewId, await sheet(1200, 5000, ...olderBoxes))
  await revise(agent, long.artifactId, await sheet(1200, 5000, ...newerBoxes))
  const far = await upload(agent, reviewId, await sheet(600, 6000))
  await revise(agent, far.artifactId, await sheet(600, 6000, [100, 5000, 50, 50]))
  await open(`/reviews/${reviewId}?compare=swipe`)
  const map = page.getByRole('slider', { name: 'Position in the image' })
  const [under, over] = [comparedImages(page).first(), comparedImages(page).last()]

  await test.step('A tall page is next to its minimap, at the same place in every compare mode', async () => {
    await expect(map).toBeVisible()
    const start = await boxOf(under)
    const mapLeft = async () => (await boxOf(map)).x
    expect(start.x + start.width).toBeLessThanOrEqual(await mapLeft())
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
    expect(right.x + right.width).toBeLessThanOrEqual(await mapLeft())
  })

  await test.step('The difference scrolls to a first change far down a tall page', async () => {
    await page.keyboard.press('d')
    await expect(compared(page)).toHaveAttribute('data-mode', 'difference')
    await page.keyboard.press('ArrowDown')
    await expect(compared(page).getByText('1 change', { exact: true })).toBeVisible()
    const top = async () => (await under.boundingBox())?.y
    await expect.poll(top).toBeLessThan(-3000)
    // The minimap shows the new scroll position. A key on the minimap then scrolls both sides.
    await expect.poll(async () => Number(await map.getAttribute('aria-valuenow'))).toBeGreaterThan(70)
    await page.keyboard.press('s')
    await map.press('Home')
    await expect.poll(top).toBeGreaterThan(0)
    const [one, other] = await places(page)
    expect(one.y).toBe(other.y)
  })

  await test.step('Side by side begins at the first change if no change is in view', async () => {
    await page.goto('about:blank')
    await open(`/reviews/${reviewId}?compare=side-by-side#${far.artifactId}`)
    await expect.poll(async () => (await under.boundingBox())?.y).toBeLessThan(-3000)
  })
})

test('a URL restores the evidence, the compare mode and both compared revisions', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, r1 } = await uploadTwice(agent, reviewId, { title: 'Totals' })
  const third = await revise(agent, artifactId, await sheet(1000, 800, ...olderBoxes))
  await upload(agent, reviewId, await sheet(500, 500), { title: 'Other' })
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.2, y: 0.2 },
    revisionId: r1,
    body: 'Here.',
  })
  await open(`/reviews/${reviewId}?revision=2&compare=onion-skin&with=${third.revisionId}#${artifactId}`)
  const shownRevision = page.getByLabel('Shown revision').locator('option:checked')

  await test.step('A page that opens with a comparison does not move the focus', async () => {
    await expect(page.getByRole('main', { name: 'Stage: Totals' })).toBeVisible()
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
    await places(page)
    await expect(page.locator('body')).toBeFocused()
    await expect(shownRevision).toHaveText('r2')
    await expect(page.getByLabel('Compare with')).toHaveValue(third.revisionId)
  })

  await test.step('A compare mode that the person opens gets the focus', async () => {
    await page.keyboard.press('w')
    await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
    await expect(compared(page).locator(':focus')).toHaveCount(1)
  })

  await test.step('The URL changes with both revisions, and a changed hash opens a comment', async () => {
    await page.getByLabel('Compare with').selectOption({ label: 'r1' })
    await expect.poll(() => page.url()).toContain(`with=${r1}`)
    await page.getByLabel('Shown revision').selectOption({ label: 'r3 · latest' })
    await expect.poll(() => new URL(page.url()).searchParams.get('revision')).toBeNull()
    await page.evaluate(id => {
      location.hash = id
    }, thread.body.threadId)
    await expect(shownRevision).toHaveText('r1')
    await expect(compared(page)).toHaveAttribute('data-mode', 'swipe')
    expect(page.url()).toContain(`#${thread.body.threadId}`)
  })

  await test.step('A message is shown if there is no evidence to compare with', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('main', { name: 'Stage: Other' })).toBeVisible()
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
    await page.keyboard.press('d')
    await expect(page.getByText('Nothing to compare with yet', { exact: true })).toBeVisible()
  })
})
