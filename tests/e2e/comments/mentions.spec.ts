import type { Locator, Page } from '@playwright/test'
import { joined } from '../../support/people/sign-up'
import { threadsOf } from '../../support/reviews/review'
import { verdictButton, verdictCard } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'

/**
 * Presses a key as an input method does, with the key code of input methods instead of the key's own code.
 */
async function pressImeKey(page: Page, key: string, { control = false } = {}) {
  const session = await page.context().newCDPSession(page)
  const event = { key, code: key, windowsVirtualKeyCode: 229, modifiers: control ? 2 : 0 }
  await session.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown' })
  await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  await session.detach()
}

test('a person can be mentioned in a comment, in a verdict and in a submission', async ({
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
  const field = page.getByRole('textbox', { name: 'Comment on the whole review' })
  const people = page.getByRole('listbox', { name: 'People to mention' })
  const option = people.getByRole('option', { name: 'Mia Wong' })

  /** Types `@m` into a field, dismisses the suggestions, types `more`, and clicks a suggestion. */
  async function dismissThenChoose(text: Locator, more: string) {
    await text.click()
    await page.keyboard.type('@m')
    await expect(option).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(people).toHaveCount(0)
    await page.keyboard.type(more)
    await option.click()
  }

  await test.step('a person is mentioned by keyboard, and the sent comment highlights the name', async () => {
    await field.click()
    await page.keyboard.type('Right, @m')
    await expect(people.getByRole('option')).toHaveText([/Max/, /Mia Wong/])
    await expect(people.getByRole('option', { selected: true })).toHaveText(/Max/)
    await page.keyboard.press('ArrowDown')
    await expect(people.getByRole('option', { selected: true })).toHaveText(/Mia Wong/)
    const activeId = await field.getAttribute('aria-activedescendant')
    expect(await page.locator(`#${activeId}`).textContent()).toContain('Mia Wong')
    // The page ignores keys that an input method handles.
    await pressImeKey(page, 'Enter')
    await pressImeKey(page, 'Enter', { control: true })
    await expect(option).toBeVisible()
    await expect(field).toHaveValue('Right, @m')
    await page.keyboard.press('Enter')
    await expect(people).toHaveCount(0)
    await page.keyboard.type('?')
    await expect(field).toHaveValue('Right, @Mia Wong ?')
    await page.keyboard.press('Control+Enter')
    const sent = page.getByRole('list', { name: 'Comments' }).getByText('@Mia Wong', { exact: true })
    await expect(sent).toBeVisible()
    const [thread] = await threadsOf(agent, reviewId)
    expect(thread?.comments[0]?.mentions).toEqual([{ userId: mia.id, name: 'Mia Wong' }])
  })

  await test.step('a verdict comment can mention a person; Escape closes only suggestions', async () => {
    await verdictButton(page).click()
    const card = verdictCard(page)
    const text = card.getByRole('textbox')
    await dismissThenChoose(text, 'x @mi')
    await expect(text).toHaveValue('@mx @Mia Wong ')
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
  })

  await test.step('a person is mentioned in the card that sends pending comments', async () => {
    await field.fill('Later.')
    await page.keyboard.press('Control+Shift+Enter')
    await page.getByRole('button', { name: /^Submit/ }).click()
    const text = verdictCard(page).getByRole('textbox')
    await text.fill('')
    await dismissThenChoose(text, ' @mi')
    await expect(text).toHaveValue('@m @Mia Wong ')
    await expect(verdictCard(page)).toBeVisible()
  })
})
