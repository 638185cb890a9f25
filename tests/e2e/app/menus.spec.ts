import { expect, test } from '../../support/browser/e2e'
import { holdRequests } from '../../support/browser/hold-requests'

// The menu's code is loaded at the first press, which must work like all later ones.
for (const key of ['Enter', 'Space', 'ArrowDown']) {
  test(`${key} opens a menu and focuses its first item, Escape returns the focus to its button`, async ({
    page,
    reviewId,
    open,
  }) => {
    await open(`/reviews/${reviewId}`)
    const button = page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' })
    const place = await button.boundingBox()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    for (const time of ['first', 'second']) {
      await test.step(`the ${time} time`, async () => {
        await button.focus()
        await page.keyboard.press(key)
        await expect(page.getByRole('menuitem', { name: 'Delete review' })).toBeVisible()
        await expect(page.getByRole('menuitem').filter({ visible: true }).first()).toBeFocused()
        await expect(
          page.getByRole('menu', { name: 'Actions for Totals wrap on narrow screens' }),
        ).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
        await expect(button).toBeFocused()
        expect(await button.boundingBox()).toEqual(place)
      })
    }
  })
}

for (const way of ['keyboard', 'mouse'] as const) {
  test(`closing a dialog of a menu returns the focus to the menu's button, by ${way}`, async ({
    page,
    reviewId,
    open,
  }) => {
    await open(`/reviews/${reviewId}`)
    const button = page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' })
    for (const name of ['Delete review', 'Edit review']) {
      const item = page.getByRole('menuitem', { name })
      if (way === 'mouse') {
        await button.click()
        await item.click()
      } else {
        await button.press('Enter')
        await item.press('Enter')
      }
      await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
      if (way === 'mouse') await page.getByRole('button', { name: 'Cancel' }).click()
      else await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  })
}

test('a press opens a menu and the next press closes it, also while its code loads slowly', async ({
  page,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  const button = page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' })
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

test("on a project page a review's menu is named after the review, and each id is used once", async ({
  page,
  projectId,
  reviewId,
  open,
}) => {
  expect(reviewId).toBeTruthy()
  await open(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' }).click()
  await expect(
    page.getByRole('menu', { name: 'Actions for Totals wrap on narrow screens', exact: true }),
  ).toBeVisible()
  const ids = await page.locator('[id]').evaluateAll(elements => elements.map(each => each.id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
