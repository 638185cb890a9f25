import { compared, places } from '../../support/browser/comparison'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { newerBoxes, olderBoxes, sheet, uploadTwice } from '../../support/reviews/comparisons'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'

test('evidence with a before state opens as a comparison, until a person leaves the comparison', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const cart = await uploadTwice(agent, reviewId, { title: 'Cart', isBefore: true })
  await upload(agent, reviewId, await sheet(1000, 800, ...olderBoxes), { title: 'Help' })
  await uploadTwice(agent, reviewId, { title: 'Receipt', isBefore: true })
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const stage = (title: string) => page.getByRole('main', { name: `Stage: ${title}` })
  const stageImage = page.getByTestId('stage').locator('img')
  const pageErrors = collectPageErrors(page)
  await open(`/reviews/${reviewId}#${cart.artifactId}`)

  await test.step('a URL without a compare mode opens the comparison, and does not change', async () => {
    await expect(stage('Cart')).toBeVisible()
    await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
    await expect(compared(page).getByTestId('compare-tag')).toHaveText(['Before', 'After'])
    await expect(compared(page)).toContainText('4.0% changed in 4 places')
    await places(page)
    expect(page.url()).toContain(`/reviews/${reviewId}#${cart.artifactId}`)
    await expect(page.locator('body')).toBeFocused()
  })

  await test.step('the arrow keys open other evidence and focus its card', async () => {
    await film.getByRole('button', { name: /^Cart/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(stage('Help')).toBeVisible()
    await expect(stageImage).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(stage('Receipt')).toBeVisible()
    await places(page)
    await expect(film.locator('[aria-current=true]')).toBeFocused()
  })

  await test.step('the comparison opens in the mode that was used last, also on the next visit', async () => {
    await page.keyboard.press('o')
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
    await page.keyboard.press('Escape')
    await expect(compared(page)).toHaveCount(0)
    await expect(stageImage).toBeVisible()
    await film.getByRole('button', { name: /^Cart/ }).click()
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
    await open(`/reviews/${reviewId}#${cart.artifactId}`)
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  })

  await test.step('evidence whose comparison was left opens without a comparison', async () => {
    await page.getByRole('button', { name: 'Close comparison (Esc)' }).click()
    await expect(stageImage).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(stage('Help')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(stage('Cart')).toBeVisible()
    await expect(stageImage).toBeVisible()
    await page.getByRole('button', { name: 'Compare (O)' }).click()
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  })

  await test.step('a URL with a revision shows this revision alone', async () => {
    await open(`/reviews/${reviewId}?revision=1#${cart.artifactId}`)
    await expect(stageImage).toBeVisible()
    await expect(compared(page)).toHaveCount(0)
  })

  await test.step('the comparison also opens on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/reviews/${reviewId}#${cart.artifactId}`)
    await expect(compared(page)).toHaveAttribute('data-mode', 'onion-skin')
  })
  expect(pageErrors).toEqual([])
})

test('thumbnails show an earlier and a current half if the earlier picture is known', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await uploadTwice(agent, reviewId, { title: 'Cart', isBefore: true })
  await uploadTwice(agent, reviewId, { title: 'Help' })
  await upload(agent, reviewId, await sheet(600, 800, ...newerBoxes.slice(0, 1)), { title: 'Legal' })
  const earlier = await newReview(agent, projectId)
  await upload(agent, earlier, await sheet(600, 800), { title: 'Terms' })
  await person.call('POST', `/api/reviews/${earlier}/status`, { status: 'verified' })
  await upload(agent, reviewId, await sheet(600, 800, ...newerBoxes.slice(0, 1)), { title: 'Terms' })
  await open(`/reviews/${reviewId}#none`)
  const card = (name: RegExp) => page.locator('[data-artifact] > button').filter({ hasText: name })
  const split = (name: RegExp) => card(name).getByTestId('split-thumb')

  await test.step('an evidence card says that it shows the states before and after a change', async () => {
    await expect(card(/Cart/)).toHaveAccessibleName('Cart Before and after')
    await expect(card(/Help/)).toHaveAccessibleName('Help')
    for (const name of [/Help/, /Legal/]) await expect(split(name)).toHaveCount(0)
  })

  await test.step('an evidence card shows the revision that people accepted in another review', async () => {
    await expect(card(/Terms/)).toHaveAccessibleName(/Terms Accepted and now [\d.]+%/)
    const loaded = split(/Terms/)
      .locator('img')
      .evaluateAll(async (all: HTMLImageElement[]) => {
        await Promise.all(all.map(each => each.decode()))
        return new Set(all.map(each => each.currentSrc)).size
      })
    expect(await loaded).toBe(2)
  })

  await test.step('the halves of two whole pictures meet in the middle of the evidence card', async () => {
    const images = split(/Cart/).locator('img')
    await expect(images).toHaveCount(2)
    const boxes = () =>
      images.evaluateAll(async (all: HTMLImageElement[]) => {
        await Promise.all(all.map(each => each.decode()))
        return all.map(each => {
          const mat = each.closest('[data-testid=split-thumb]')?.getBoundingClientRect()
          const { left, right, top, bottom, width, height } = each.getBoundingClientRect()
          return {
            isWhole:
              mat !== undefined &&
              Math.min(left - mat.left, mat.right - right, top - mat.top, mat.bottom - bottom) > -1 &&
              Math.abs(width / height - each.naturalWidth / each.naturalHeight) < 0.05,
            // Adding 0 converts -0 to 0.
            fromMiddle: mat && Math.round((left + right - mat.left - mat.right) / 2) + 0,
            shown: getComputedStyle(each).clipPath,
          }
        })
      })
    await expect
      .poll(boxes)
      .toEqual([
        expect.objectContaining({ isWhole: true, fromMiddle: 0, shown: 'inset(0px 50% 0px 0px)' }),
        expect.objectContaining({ isWhole: true, fromMiddle: 0, shown: 'inset(0px 0px 0px 50%)' }),
      ])
  })
})
