import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import { allFindings } from '../../support/browser/checks/all-findings'
import { boxOf } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { drag } from '../../support/browser/stage'
import { themes } from '../../support/browser/checks/themes'
import { arePaused, timesOf, watchPlaying } from '../../support/browser/video'
import { pngImage } from '../../support/media/samples'
import { sheet as screenImage } from '../../support/reviews/comparisons'
import { uploadSampleVideo } from '../../support/reviews/sample-video'
import { threadsOf } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'

const png = (width = 1000, height = 600) => pngImage(width, height)

const cells = (page: Page) => page.getByTestId('sheet-cell')
const boxes = (page: Page) =>
  cells(page)
    .locator('img')
    .evaluateAll(all =>
      all.map(each => {
        const image = each.getBoundingClientRect()
        const cell = (each.parentElement ?? each).getBoundingClientRect()
        return { x: image.x - cell.x, y: image.y - cell.y, width: image.width, height: image.height }
      }),
    )

for (const colorScheme of themes)
  test(`revisions on a contact sheet scroll and zoom together and accept comments (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const pageErrors = collectPageErrors(page)
    const { artifactId } = await upload(agent, reviewId, await png(600, 3000), { title: 'Long page' })
    await revise(agent, artifactId, await png(600, 3000))
    await revise(agent, artifactId, await png(600, 6000))
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await page.keyboard.press('b')
    await expect(page).toHaveURL(/compare=revisions/)
    const sheet = page.getByRole('region', { name: 'Revisions of Long page' })
    const pinIn = (cell: number, name: RegExp | string) => cells(page).nth(cell).getByRole('button', { name })

    await test.step('axe finds no violations on a contact sheet on a laptop or a phone', async () => {
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(cells(page)).toHaveCount(3)
        expect(await findings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })

    await test.step('All cells of the contact sheet scroll and zoom together', async () => {
      await expect(sheet.getByRole('listitem')).toContainText(['r1', 'r2', 'r3 · latest'])
      await expect.poll(async () => (await boxes(page)).map(each => each.y)).toEqual([8, 8, 8])
      const before = await boxes(page)
      const at = await boxOf(cells(page).first())
      const middle = { x: at.x + at.width / 2, y: at.y + 100 }
      await page.mouse.move(middle.x, middle.y)
      await page.mouse.wheel(0, 100)
      await expect.poll(async () => (await boxes(page)).slice(0, 2).map(each => each.y)).toEqual([-92, -92])
      // The third image is twice as long, so it is scrolled twice as far to the same relative position.
      await expect.poll(async () => (await boxes(page))[2]?.y).toBeLessThan(-180)
      await drag(page, middle, { x: middle.x, y: middle.y + 50 })
      await expect.poll(async () => (await boxes(page)).slice(0, 2).map(each => each.y)).toEqual([-42, -42])
      await page.keyboard.press('+')
      await expect
        .poll(async () => (await boxes(page)).map(each => each.width))
        .toEqual(before.map(each => expect.closeTo(each.width * 1.25, 0)))
      await page.keyboard.press('0')
      await expect.poll(() => boxes(page)).toEqual(before)
    })

    await test.step('A comment on a contact sheet is on the revision that was clicked', async () => {
      const at = await boxOf(cells(page).nth(1))
      await page.mouse.click(at.x + at.width / 2, at.y + 60)
      await page.getByLabel('Comment on this spot').fill('Too wide here.')
      await page.keyboard.press('Control+Enter')
      await expect(pinIn(1, /^Comment 1: Point/)).toBeVisible()
      await expect(sheet).toBeVisible()
      await expect.poll(async () => (await threadsOf(agent, reviewId))[0]?.revision).toBe(2)
    })

    await test.step('The form of a comment on a whole revision opens next to its button', async () => {
      const button = page.getByRole('button', { name: 'Comment on r3 · latest' })
      await button.click()
      const onWhole = sheet.getByRole('textbox', { name: 'Comment on r3 · latest' })
      await expect
        .poll(async () => {
          const [form, from] = [await onWhole.boundingBox(), await boxOf(button)]
          return from.y - (form?.y ?? -Infinity) - (form?.height ?? 0)
        })
        .toBeLessThan(80)
      await onWhole.fill('Better as a whole.')
      await page.keyboard.press('Control+Enter')
      await expect
        .poll(async () => (await threadsOf(agent, reviewId)).map(each => [each.kind, each.revision]))
        .toEqual([
          ['point', 2],
          ['artifact', 3],
        ])
      // Each cell counts only the comments on its own revision.
      const captions = sheet.getByRole('listitem').filter({ hasText: '1 open comment' })
      await expect(captions).toHaveText([/r2/, /r3 · latest/])
      await expect(onWhole).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    })

    await test.step('A button counts comments below the visible part of a cell and shows them', async () => {
      for (const y of [0.7, 0.9])
        await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
          geometry: { x: 0.5, y },
          body: `At ${y}.`,
        })
      await page.keyboard.press('b')
      const below = page.getByRole('button', { name: 'Show 2 comments below on r3 · latest' })
      await expect(pinIn(2, 'Comment 3: Point')).not.toBeInViewport()
      await below.click()
      await expect(pinIn(2, 'Comment 3: Point')).toBeInViewport()
      await expect(below).toHaveCount(0)
      await page.getByRole('complementary', { name: 'Conversation' }).getByText('At 0.9.').click()
      await expect(pinIn(2, 'Comment 4: Point')).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Show 1 comment above on r3 · latest' })).toBeVisible()
    })
    await page.keyboard.press('b')
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    expect(pageErrors).toEqual([])
  })

test('a contact sheet shows a screen’s viewports or all evidence, and opens a cell on the stage', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const at = (width: number) => ({
    title: `Cart ${width}`,
    route: '/cart',
    viewport: { width, height: 800 },
  })
  await upload(agent, reviewId, await png(1280, 800), at(1280))
  await upload(agent, reviewId, await png(390, 844), at(390))
  await upload(agent, reviewId, await png(), { title: 'Receipt' })
  await open(`/reviews/${reviewId}`)
  const sheet = page.getByRole('region', { name: 'Viewports of /cart' })
  const everything = page.getByRole('region', { name: 'All evidence' })

  await test.step('The contact sheet has a cell for each viewport of the route', async () => {
    await page.getByRole('button', { name: 'Contact sheet (B)' }).click()
    // All evidence is shown first.
    await expect(everything.getByRole('listitem')).toHaveCount(3)
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Viewports' }).click()
    await expect(sheet.getByRole('listitem')).toContainText(['390×800', '1280×800'])
  })

  await test.step('Contact sheet cells with different titles show title and viewport', async () => {
    await upload(agent, reviewId, await png(1280, 800), { ...at(1280), title: 'Cart, dark' })
    await expect(sheet.getByRole('listitem')).toContainText([
      '390×800',
      /Cart 1280.*1280×800/,
      /Cart, dark.*1280×800/,
    ])
    await expect(sheet.getByRole('button', { name: 'Comment on Cart, dark' })).toBeVisible()
  })

  await test.step('The form below the comments of a contact sheet is about the whole review', async () => {
    const talk = page.getByRole('complementary', { name: 'Conversation' })
    await expect(talk.getByRole('textbox')).toHaveAccessibleName('Comment on the whole review')
    await expect(talk.getByRole('textbox')).toHaveAttribute('placeholder', /^Comment on the whole review/)
    await expect(talk.getByRole('button', { name: /: change to / })).toHaveCount(0)
  })

  await test.step('The contact sheet of all evidence opens a cell on the stage', async () => {
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'All evidence' }).click()
    await expect(everything.getByRole('listitem')).toHaveCount(4)
    await everything.getByRole('button', { name: 'Open Receipt' }).click()
    await expect(page.getByRole('main', { name: 'Stage: Receipt' })).toBeVisible()
  })

  await test.step('A cell opened from a contact sheet shows the whole image, whatever the zoom', async () => {
    const shown = page.getByTestId('stage').locator('img')
    await expect(shown).toBeVisible()
    const whole = await shown.boundingBox()
    await page.keyboard.press('+')
    await expect.poll(() => shown.boundingBox()).not.toEqual(whole)
    await page.goBack()
    await everything.getByRole('button', { name: 'Open Receipt' }).click()
    await expect.poll(() => shown.boundingBox()).toEqual(whole)
  })
})

test('Back returns to the opened cell of a contact sheet and to its scroll position', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const screen = await screenImage(400, 300)
  const ids: string[] = []
  for (let index = 1; index <= 13; index++)
    ids.push((await upload(agent, reviewId, screen, { title: `Step ${index}` })).artifactId)
  await agent('POST', `/v1/artifacts/${ids.at(-1)}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'On the last step.',
  })
  const sheet = page.getByRole('region', { name: 'All evidence' })
  const scroller = sheet.locator('[data-scroller]')
  const scrollTop = () => scroller.evaluate(each => each.scrollTop)
  await page.setViewportSize({ width: 1440, height: 844 })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('b')

  await test.step('Opening a comment scrolls the contact sheet to the mark of the comment', async () => {
    const pin = cells(page).getByRole('button', { name: /^Comment 1:/ })
    await expect(pin).toBeAttached()
    await expect(pin).not.toBeInViewport()
    await page.getByRole('complementary', { name: 'Conversation' }).getByText('On the last step.').click()
    await expect(pin).toBeInViewport()
  })

  await test.step('Back restores focus, scroll position and zoom of the contact sheet', async () => {
    await page.keyboard.press('+')
    await scroller.evaluate(each => each.scrollTo(0, each.scrollHeight))
    const opened = sheet.getByRole('button', { name: 'Open Step 12' })
    await opened.focus()
    let before = 0
    // Waits until the visible rows are measured, because this can move the scroll position.
    await expect
      .poll(async () => {
        const last = before
        before = await scrollTop()
        return before > 500 && before === last
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main', { name: 'Stage: Step 12' })).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await page.goBack()
    await expect(opened).toBeFocused()
    await expect.poll(scrollTop).toBe(before)
    await expect(page.getByText('125%')).toHaveCount(1)
  })
})

test('all videos of a contact sheet play and seek together, and accept comments on frames', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await uploadSampleVideo(agent, reviewId, 'Before')
  await uploadSampleVideo(agent, reviewId, 'After')
  for (const title of ['Cart', 'Receipt', 'Account']) await upload(agent, reviewId, await png(), { title })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.2, y: 0.2, width: 0.3, height: 0.3 },
    timestampMs: 1000,
    endMs: 1500,
    body: 'From one second.',
  })
  await open(`/reviews/${reviewId}?compare=evidence`)
  const playback = page.getByRole('group', { name: 'Playback' })
  const position = playback.getByRole('slider', { name: 'Position' })
  const videos = cells(page).locator('video')
  const times = () => timesOf(videos)

  await test.step('Marks on videos are shown at their time, and a click comments on the frame', async () => {
    const pin = cells(page).getByRole('button', { name: /^Comment 1/ })
    await position.fill('0.5')
    await expect.poll(times).toEqual([0.5, 0.5])
    await expect(pin).toHaveCount(0)
    await position.fill('1.2')
    await expect(pin).toHaveCount(1)
    await position.fill('0.5')
    await cells(page).nth(1).click()
    await page.getByRole('textbox', { name: 'Comment on After at 0:00.500' }).fill('It jumps.')
    await page.keyboard.press('Control+Enter')
    await expect(
      cells(page)
        .nth(1)
        .getByRole('button', { name: /^Comment 2: Point at 50%/ }),
    ).toBeVisible()
  })

  await test.step('All videos of a contact sheet play together and stop at the end', async () => {
    await watchPlaying(videos)
    await playback.getByRole('button', { name: 'Play all' }).click()
    await expect(cells(page).locator('video[data-played]')).toHaveCount(2)
    // Playback has stopped by itself at the end of the videos.
    await expect(playback.getByRole('button', { name: 'Play all' })).toBeVisible()
    expect(await arePaused(videos)).toEqual([true, true])
    expect(Math.min(...(await times()))).toBeGreaterThan(1.5)
  })

  await test.step('A comment on a whole video has a playback position, and a frame for agents', async () => {
    await position.fill('1')
    await page.getByRole('button', { name: 'Comment on After' }).click()
    await page.getByRole('textbox', { name: 'Comment on After at 0:01' }).fill('It jumps.')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(async () =>
        (await threadsOf(agent, reviewId)).map(each => [each.kind, each.timestampMs, each.hasFrame]),
      )
      .toEqual([
        ['rectangle', 1000, true],
        ['point', 500, true],
        ['timestamp', 1000, true],
      ])
  })

  await test.step('Playback controls scroll with videos, but stay visible while videos play', async () => {
    // In a window this narrow, the sheet has one column and scrolls.
    await page.setViewportSize({ width: 280, height: 844 })
    const sheet = page.getByRole('region', { name: 'All evidence' })
    const scrollTo = (top: number) =>
      sheet.locator('[data-scroller]').evaluate((each, to) => each.scrollTo(0, to), top)
    await scrollTo(0)
    await expect(playback).toBeVisible()
    await scrollTo(9999)
    await expect(playback).toBeHidden()
    await page.keyboard.press('l')
    await expect(playback).toBeVisible()
    // The playback controls do not cover any part of the last cell.
    const last = await boxOf(sheet.getByRole('listitem').last())
    expect(last.y + last.height).toBeLessThanOrEqual((await boxOf(playback)).y)
    await page.keyboard.press('k')
    await expect(playback).toBeHidden()
    await scrollTo(0)
    await expect(playback).toBeVisible()
  })
})

for (const colorScheme of themes)
  test(`a person prefers one of several variations on a contact sheet (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const ids: Record<string, string> = {}
    let compactRevision = ''
    for (const [title, width] of [
      ['Compact', 1280],
      ['Roomy', 1024],
      ['Wide', 800],
    ] as const) {
      const { artifactId } = await upload(agent, reviewId, await png(), {
        title,
        viewport: { width, height: 800 },
        variationGroup: 'Header of the cart',
        route: '/cart',
      })
      const { revisionId } = await revise(agent, artifactId, await png(1000, 400))
      ids[title] = artifactId
      if (title === 'Compact') compactRevision = revisionId
    }
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await page.keyboard.press('b')
    await expect(page).toHaveURL(/compare=variations/)
    const board = page.getByRole('region', { name: 'Variations of Header of the cart' })
    const preferred = async () => {
      const { body } = await agent<{ artifacts: { id: string; preferred: boolean }[] }>(
        'GET',
        `/v1/reviews/${reviewId}`,
      )
      return body.artifacts.filter(each => each.preferred).map(each => each.id)
    }

    await test.step('The preferred variation is marked on the sheet and in the evidence list', async () => {
      await board.getByRole('button', { name: 'Prefer Compact' }).click()
      await expect(board.getByRole('button', { name: 'Compact is preferred. Undo' })).toBeVisible()
      await board.getByRole('button', { name: 'Prefer Roomy' }).click()
      await expect(board.getByRole('button', { name: 'Prefer Compact' })).toBeVisible()
      const film = page.getByRole('navigation', { name: 'Evidence' })
      await expect(film.getByRole('button', { name: /Roomy.*Preferred/ })).toBeVisible()
      await expect.poll(preferred).toEqual([ids.Roomy])
    })

    await test.step('A preference that cannot be saved is reverted', async () => {
      await page.context().setOffline(true)
      await board.getByRole('button', { name: 'Prefer Compact' }).click()
      await expect(page.getByText('Your choice was not saved')).toBeVisible()
      await expect(board.getByRole('button', { name: 'Roomy is preferred. Undo' })).toBeVisible()
      await page.context().setOffline(false)
    })

    const placeOf = (name: string) => boxOf(board.getByRole('button', { name, exact: true }))
    const middleOf = async (name: string) => {
      const { y, height } = await placeOf(name)
      return y + height / 2
    }
    for (const [width, columns] of [
      [1440, 2],
      [1024, 1],
      [390, 1],
    ] as const)
      await test.step(`At ${width} pixels, the sheet has one row of controls and large cells`, async () => {
        await page.setViewportSize({ width, height: 844 })
        await expect(cells(page)).toHaveCount(3)
        await expect
          .poll(async () => {
            const tops = await cells(page).evaluateAll(all => all.map(each => each.getBoundingClientRect().y))
            return tops.filter(each => each === tops[0]).length
          })
          .toBe(columns)
        const [first, last, close] = [
          await middleOf('Variations'),
          await middleOf('All evidence'),
          await middleOf('Close'),
        ]
        expect(last).toBeCloseTo(first, 0)
        expect(close).toBeCloseTo(first, 0)
        if (width > 390) await expect(cells(page).last()).toBeInViewport({ ratio: 1 })
        if (width !== 1024) expect(await allFindings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      })

    await test.step('On a phone, a press on an image or on its caption opens it', async () => {
      for (const part of [page.getByTestId('sheet-cell'), board.getByRole('button', { name: /^Open / })]) {
        await part.first().click()
        await expect(page.getByTestId('stage').locator('img')).toBeVisible()
        await page.goBack()
        await expect(board).toBeVisible()
      }
    })

    await test.step('The preferred variation can be opened and compared with another variation', async () => {
      await page.setViewportSize({ width: 1440, height: 844 })
      await board.getByRole('button', { name: 'Open Roomy' }).click()
      const roomy = page.getByRole('main', { name: 'Stage: Roomy' })
      await roomy.getByRole('button', { name: 'Evidence details' }).click()
      await expect(roomy.getByText('★ Preferred')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('w')
      const partner = page.getByLabel('Compare with')
      await expect(partner.locator('option')).toHaveText([/r1/, /Compact/, /Wide/])
      await partner.selectOption(compactRevision)
      await expect.poll(() => page.url()).toContain(`with=${compactRevision}`)
    })
  })
