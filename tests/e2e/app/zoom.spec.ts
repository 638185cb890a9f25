import type { Locator, Page } from '@playwright/test'
import { revise } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { outOfView } from '../../support/browser/checks/layout'
import { spaceTexts } from '../../support/browser/checks/page-checks'
import { settled } from '../../support/browser/settled'
import { pngImage } from '../../support/media/samples'
import { timeLimit } from '../../support/time-limit'
import { uploadMarked } from '../../support/browser/stage'
import { composer, pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem } from '../../support/browser/comments'
import { verdictButton, verdictCard, verdictComment } from '../../support/browser/verdict-card'

// every-page.spec.ts checks that no page is too wide at a zoom of 400 %, or with texts of 200 %.

test('on a laptop zoomed to 400 % a dialog scrolls to its buttons', async ({ page, person, open }) => {
  expect(person.id).toBeTruthy()
  await page.setViewportSize({ width: 320, height: 200 })
  await open('/settings/tokens')
  await page.getByRole('button', { name: 'New token' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await settled(page)
  await dialog.hover()
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await expect(async () => {
    await page.mouse.wheel(0, 400)
    await expect(cancel).toBeInViewport({ ratio: 1, timeout: timeLimit(500) })
  }).toPass()
  await page.mouse.wheel(0, -4000)
  await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
})

test('in a low window, links scroll to comments, and actions and toolbars can be reached', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, thread } = await uploadMarked(person, agent, reviewId)
  const comment = commentItem(page, 'Too wide.')
  for (const [width, height, ...hashes] of [
    [320, 256, artifactId, thread.threadId],
    [390, 340, thread.threadId, artifactId],
    [568, 320, artifactId, thread.threadId],
  ] as const)
    await test.step(`a link opened at ${width} × ${height} scrolls panels, but not the page`, async () => {
      await page.setViewportSize({ width, height })
      // The first URL loads the page. The second URL changes only the fragment of the loaded page.
      await page.goto('about:blank')
      for (const hash of hashes) {
        await open(`/reviews/${reviewId}#${hash}`)
        await settled(page)
        // The URL of the image scrolls only to the image, so the test scrolls to the comment below it. The
        // URL of the comment scrolls to the comment.
        if (hash === artifactId) await comment.scrollIntoViewIfNeeded()
        await expect(comment).toBeInViewport()
        const { scrollTop, scrollHeight } = await page.evaluate(() => {
          const { scrollTop, scrollHeight } = document.documentElement
          return { scrollTop, scrollHeight }
        })
        expect([scrollTop, scrollHeight], hash).toEqual([0, height])
      }
    })
  await test.step('a comment can be resolved in a window of 320 × 200', async () => {
    await page.setViewportSize({ width: 320, height: 200 })
    await comment.getByRole('button').first().click()
    await comment.getByRole('button', { name: 'Resolve' }).click()
    await expect(page.getByRole('button', { name: 'Open 0' })).toBeAttached()
  })
  await test.step('the toolbars of the stage and of a comparison can be reached', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await revise(agent, artifactId, await pngImage(1000, 620))
    const tools = page.getByRole('toolbar', { name: 'Tools' })
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
    await tools.scrollIntoViewIfNeeded()
    await expect(tools.getByRole('button', { name: 'Select (V)' })).toBeInViewport()
    await tools.getByRole('button', { name: /^Zoom/ }).click()
    await page.getByRole('menuitem', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Close comparison (Esc)' }).click()
    await expect(page.getByTestId('compare')).toHaveCount(0)
  })
})

test('on a phone, filters fit with wide text spacing; reduced motion stops repeated animations', async ({
  page,
  projectId,
  reviewId,
  open,
}) => {
  expect(reviewId).toBeTruthy()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/projects/${projectId}`)
  await spaceTexts(page)
  const filters = page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button')
  await expect(filters).toHaveCount(4)
  expect(await filters.evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth))).toEqual(
    [],
  )
  expect(await outOfView(page)).toEqual([])

  const skeleton = await page.evaluateHandle(() => {
    const element = document.createElement('div')
    element.className = 'animate-pulse'
    return document.body.appendChild(element)
  })
  expect(await skeleton.evaluate(each => getComputedStyle(each).animationIterationCount)).toBe('1')
})

/** Sets the text size of the browser to 200 %, as people can in its settings. */
async function doubleTextSize(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
}

test('with a text size of 200 %, a review shows its title and tools on a phone and on a laptop', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await doubleTextSize(page)
  await uploadMarked(person, agent, reviewId)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/reviews/${reviewId}`)
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    await test.step(`the title and tools of a review are in view at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await settled(page)
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(title?.width).toBeGreaterThan(150)
      const tools = page.getByRole('toolbar', { name: 'Tools' })
      if (width < 400) await page.getByRole('button', { name: 'Tools' }).click()
      const [image, bar] = [
        await page.getByTestId('stage').locator('img').boundingBox(),
        await tools.boundingBox(),
      ]
      expect(image && bar && bar.height < image.height).toBe(true)
      for (const buttons of [tools, page.getByRole('banner')])
        for (const each of await buttons.getByRole('button').all())
          await expect(each).toBeInViewport({ ratio: 1 })
      expect(await outOfView(page)).toEqual([])
    })
})

test('with a text size of 200 %, the forms of a comment and of a verdict fit on a phone', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await doubleTextSize(page)
  await uploadMarked(person, agent, reviewId)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`/reviews/${reviewId}`)
  /** Expects that a field has space for a few words, and that its buttons are in view. */
  const fits = async (field: Locator, ...buttons: Locator[]) => {
    await field.fill('These two say the same')
    expect((await field.boundingBox())?.width).toBeGreaterThan(240)
    for (const each of [field, ...buttons]) await expect(each).toBeInViewport({ ratio: 1 })
  }
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  const writing = ['Discard', 'Add to review', 'Send'].map(named)

  await test.step('with large text, the comment form on the stage fits on a phone', async () => {
    await pressImage(page, 0.1, 0.1)
    await fits(spotField(page), ...writing)
    await named('Send').click()
    await expect(commentItem(page, 'These two say the same')).toHaveCount(1)
  })
  await test.step('with large text, the comment form below the conversation fits on a phone', async () => {
    await fits(composer(page), ...writing)
    await named('Discard').click()
  })
  await test.step('with large text, the form of the verdict fits on a phone', async () => {
    await page.getByRole('button', { name: 'Expand conversation' }).click()
    await verdictButton(page).click()
    const card = verdictCard(page)
    await fits(verdictComment(page), card.getByRole('button', { name: 'Choose a verdict' }))
    for (const each of await card.getByRole('radio').all()) await expect(each).toBeInViewport({ ratio: 1 })
    expect(await outOfView(page)).toEqual([])
  })
})
