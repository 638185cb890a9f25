import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/e2e'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).locator('[data-sections]')

const fade = (page: Page) => tabs(page).evaluate(list => getComputedStyle(list).maskImage)

/** Returns the names of the links that are not completely inside of the window. */
const cut = (page: Page) =>
  tabs(page)
    .getByRole('link')
    .evaluateAll(links =>
      links
        .filter(each => {
          const { left, right } = each.getBoundingClientRect()
          return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth
        })
        .map(each => each.textContent.trim()),
    )

test('all links of the settings are in view, and on a phone, an edge fades where links are hidden', async ({
  page,
  person,
  open,
}) => {
  expect(person.id).toBeTruthy()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open('/settings/general')
    expect(await cut(page)).toEqual([])
    expect(await tabs(page).getByRole('link').count()).toBe(9)
    await expect.poll(() => fade(page)).toBe('none')
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await open('/settings/general')
  await expect.poll(() => fade(page)).toContain('to right')
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect.poll(() => fade(page)).toContain('to left')
  expect(await fade(page)).not.toContain('to right')
  await open('/settings/account')
  await expect
    .poll(async () => {
      const box = await page.getByRole('link', { name: 'Your account' }).boundingBox()
      return box && Math.round(390 - box.x - box.width)
    })
    .toBe(16)
})
