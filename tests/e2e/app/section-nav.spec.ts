import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/e2e'

const links = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')

/** Returns the names of the links that are not completely inside of the window. */
const cut = (page: Page) =>
  links(page).evaluateAll(all =>
    all
      .filter(each => {
        const { left, right } = each.getBoundingClientRect()
        return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth
      })
      .map(each => each.textContent.trim()),
  )

test('the settings open with links to all settings pages next to the page, or above it', async ({
  page,
  person,
  server,
  open,
}) => {
  expect(person.id).toBeTruthy()
  const errors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open('/settings')
    await expect(page).toHaveURL(`${server.url}/settings/general`)
    await expect(links(page)).toHaveCount(9)
    await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('link', { name: 'General' })).toHaveClass(/font-medium/)
    expect(errors).toEqual([])
    expect(await cut(page)).toEqual([])
  }
})

test('on a phone, the settings open with a list of their pages, and each page leads back to it', async ({
  page,
  person,
  server,
  open,
}) => {
  expect(person.id).toBeTruthy()
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/settings`)
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(9)
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible()
  await expect(links(page)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(`${server.url}/settings`)
})
