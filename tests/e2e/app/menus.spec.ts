import type { Locator, Page } from '@playwright/test'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { verdictButton, verdictComment } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'
import { pngImage } from '../../support/media/samples'

const name = 'Actions for Totals wrap on narrow screens'
const menuButton = (page: Page) => page.getByRole('button', { name, exact: true })

/** Opens the menu by a key and closes it, twice, because the first press also loads the code of the menu. */
async function openTwiceBy(page: Page, key: string) {
  const button = menuButton(page)
  const place = await button.boundingBox()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  for (const time of ['first', 'second'])
    await test.step(`${key} opens the menu the ${time} time`, async () => {
      await button.focus()
      await page.keyboard.press(key)
      await expect(page.getByRole('menu', { name, exact: true })).toBeVisible()
      await expect(page.getByRole('menuitem').filter({ visible: true }).first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(button).toBeFocused()
      expect(await button.boundingBox()).toEqual(place)
    })
}

test('the focus moves to the first item of a menu, and back when the menu or its dialog closes', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const image = await pngImage(64, 40)
  await upload(agent, reviewId, image)
  await upload(agent, await newReview(agent, projectId, 'Another review'), image)

  await open(`/reviews/${reviewId}`)
  await openTwiceBy(page, 'Enter')
  await test.step('the classes of an icon set its size', async () => {
    const widthOf = (of: Locator) => of.locator('.iconify').evaluate(icon => getComputedStyle(icon).width)
    expect(await widthOf(menuButton(page))).toBe('16px')
    await menuButton(page).click()
    expect(await widthOf(page.getByRole('menuitem', { name: 'Edit review' }))).toBe('20px')
    await page.keyboard.press('Escape')
    // Waits until the menu has closed. Before, a press on its button would count as a press outside of the
    // menu.
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(menuButton(page)).toBeFocused()
  })
  for (const [way, dialog] of [
    ['keyboard', 'Delete review'],
    ['mouse', 'Edit review'],
  ] as const)
    await test.step(`closing a dialog of a menu by ${way} focuses the menu button`, async () => {
      const item = page.getByRole('menuitem', { name: dialog })
      if (way === 'mouse') {
        await menuButton(page).click()
        await item.click()
      } else {
        await menuButton(page).press('Enter')
        await item.press('Enter')
      }
      await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
      if (way === 'mouse') await page.getByRole('button', { name: 'Cancel' }).click()
      else await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(menuButton(page)).toBeFocused()
    })

  await test.step('on a project page, the review title labels the menu, and ids are unique', async () => {
    await open(`/projects/${projectId}`)
    await openTwiceBy(page, 'Space')
    await menuButton(page).click()
    await expect(page.getByRole('menu', { name, exact: true })).toBeVisible()
    const ids = await page.locator('[id]').evaluateAll(elements => elements.map(each => each.id))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  await test.step('archiving a review focuses the next review, or the heading if none is left', async () => {
    await open('/')
    await openTwiceBy(page, 'ArrowDown')
    const buttons = page.getByRole('main').getByRole('button', { name: /^Actions for / })
    await expect(buttons).toHaveCount(2)
    for (const count of [1, 0]) {
      await buttons.first().press('Enter')
      await page.getByRole('menuitem', { name: 'Archive until the review changes' }).press('Enter')
      await expect(buttons).toHaveCount(count)
      await expect(count ? buttons : page.getByRole('heading', { level: 1 })).toBeFocused()
    }
  })
})

test('each press on its button opens or closes a menu, even while the menu’s code is loading', async ({
  page,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  const button = menuButton(page)
  const release = await holdRequests(page, /_nuxt\/.*\.js$/)
  await button.click()
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(page.getByRole('menu')).toBeVisible()
  await button.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await expect(page.getByRole('dialog', { name: /Delete/ })).toBeVisible()
})

test('a review page loads the code of its dialogs when it is idle, even without an input', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(64, 40))
  const scripts = new Set<string>()
  page.on('response', each => each.request().resourceType() === 'script' && scripts.add(each.url()))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  const before = scripts.size

  // Waits for more scripts than the tooltips need, which are loaded at the same time.
  await expect.poll(() => scripts.size).toBeGreaterThan(before + 5)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await verdictButton(page).click()
  await expect(verdictComment(page)).toBeVisible()
})
