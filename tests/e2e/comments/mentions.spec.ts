import type { Locator, Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { joined, threadsOf } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'

const field = 'Comment on the whole review'
const suggestionsOn = (page: Page) => page.getByRole('listbox', { name: 'People to mention' })

/** Types `@m` into a field, dismisses the only suggestion, types more and takes it with a click. */
async function dismissThenChoose(page: Page, text: Locator, more: string) {
  const people = suggestionsOn(page)
  await text.click()
  await page.keyboard.type('@m')
  await expect(people.getByRole('option')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(people).toHaveCount(0)
  await page.keyboard.type(more)
  await people.getByRole('option', { name: 'Mia Wong' }).click()
}

test('a person is mentioned by keyboard, and highlighted in the sent comment', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const mia = await joined(server, person, 'Mia Wong', 'member')
  await joined(server, person, 'Max', 'reviewer')
  await open(`/reviews/${reviewId}`)
  const text = page.getByRole('textbox', { name: field })
  const people = suggestionsOn(page)
  await text.click()
  await page.keyboard.type('Right, @m')
  await expect(people.getByRole('option')).toHaveText([/Max/, /Mia Wong/])
  await expect(people.getByRole('option', { selected: true })).toHaveText(/Max/)
  await page.keyboard.press('ArrowDown')
  await expect(people.getByRole('option', { selected: true })).toHaveText(/Mia Wong/)
  const activeId = await text.getAttribute('aria-activedescendant')
  expect(await page.locator(`#${activeId}`).textContent()).toContain('Mia Wong')
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(people).toHaveCount(0)
  await page.keyboard.type('?')
  await expect(text).toHaveValue('Right, @Mia Wong ?')
  await page.keyboard.press('Control+Enter')
  const sent = page.getByRole('list', { name: 'Comments' }).getByText('@Mia Wong', { exact: true })
  await expect(sent).toBeVisible()
  const [thread] = await threadsOf(agent, reviewId)
  expect(thread?.comments[0]?.mentions).toEqual([{ userId: mia.id, name: 'Mia Wong' }])
})

test('Escape closes the suggestions and keeps the text; Tab takes the first; a click takes any', async ({
  page,
  server,
  person,
  reviewId,
  open,
}) => {
  await joined(server, person, 'Mia Wong', 'member')
  await joined(server, person, 'Max', 'reviewer')
  await open(`/reviews/${reviewId}`)
  const text = page.getByRole('textbox', { name: field })
  const people = suggestionsOn(page)
  await text.click()
  await page.keyboard.type('@')
  await expect(people.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(people).toHaveCount(0)
  await page.keyboard.type('mi')
  await expect(text).toHaveValue('@mi')
  await expect(people).toHaveCount(0)
  await page.keyboard.type(' @m')
  await expect(people).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(text).toHaveValue('@mi @Max ')
  await expect(text).toBeFocused()
  await page.keyboard.type('@m')
  await people.getByRole('option', { name: 'Mia Wong' }).click()
  await expect(text).toHaveValue('@mi @Max @Mia Wong ')
  await expect(text).toBeFocused()
  await page.keyboard.type('mail@max')
  await expect(people).toHaveCount(0)
})

test('people are suggested in the card of the verdict too, where Escape leaves the card open', async ({
  page,
  server,
  person,
  reviewId,
  open,
}) => {
  await joined(server, person, 'Mia Wong', 'member')
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Reviewers' }).click()
  const text = page.getByRole('dialog', { name: 'Reviewers' }).getByRole('textbox')
  await dismissThenChoose(page, text, 'x @mi')
  await expect(text).toHaveValue('@mx @Mia Wong ')
  await expect(text).toBeFocused()
})

test('people are suggested in the dialog that sends pending comments', async ({
  page,
  server,
  person,
  reviewId,
  open,
}) => {
  await joined(server, person, 'Mia Wong', 'member')
  await open(`/reviews/${reviewId}`)
  await page.getByRole('textbox', { name: field }).fill('Later.')
  await page.keyboard.press('Control+Shift+Enter')
  await page.getByRole('button', { name: /^Submit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit review' })
  const text = dialog.getByRole('textbox')
  await dismissThenChoose(page, text, ' @mi')
  await expect(text).toHaveValue('@m @Mia Wong ')
  await expect(dialog).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the suggestions are on the screen, and a tap takes one', async ({
    page,
    server,
    person,
    reviewId,
    open,
  }) => {
    await joined(server, person, 'Mia Wong', 'member')
    await open(`/reviews/${reviewId}`)
    const text = page.getByRole('textbox', { name: field })
    await text.tap()
    await page.keyboard.type('@mia')
    const option = page.getByRole('option', { name: 'Mia Wong' })
    await expect(option).toBeInViewport({ ratio: 1 })
    await option.tap()
    await expect(text).toHaveValue('@Mia Wong ')
  })
})
