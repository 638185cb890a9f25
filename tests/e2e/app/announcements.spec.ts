import type { Page } from '@playwright/test'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { tabTo } from '../../support/browser/focus'
import { pngImage } from '../../support/media/samples'
import { uploadMarked } from '../../support/browser/stage'

const png = (width = 1000, height = 500) => pngImage(width, height)

/** Returns the live region of the page, whose text screen readers announce. */
const announced = (page: Page) => page.locator('[data-announcements]')

test('a comparison keeps the focus until it is closed, and each compare view announces its sides', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await uploadMarked(person, agent, reviewId)
  for (const height of [501, 502]) await revise(agent, artifactId, await png(1000, height))
  await open(`/reviews/${reviewId}#${artifactId}`)
  const mode = (name: string) => page.getByRole('button', { name })
  const stage = page.getByTestId('stage')
  await expect(stage.locator('img')).toBeVisible()
  await stage.focus()
  await page.keyboard.press('s')
  await expect(announced(page)).toHaveText('Comparing r2 with r3 · latest, side by side')
  await expect(mode('Side by side (S)')).toBeFocused()
  const main = page.getByRole('main')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - group "r2":
        - img "r2"
      - combobox "Compare with":
        - option "r2" [selected]
      - group "r3 · latest":
        - img "r3 · latest"
      - combobox "Shown revision":
        - option "r3 · latest" [selected]
      - toolbar "Compare":
        - button "Side by side (S)" [pressed]
        - button "Swipe (W)"
        - button "Onion skin (O)"
        - button "Difference (D)"
        - button "Contact sheet (B)"
        - button "Close comparison (Esc)"
  `)
  await page.keyboard.press('[')
  await expect(announced(page)).toHaveText('Comparing r1 with r2, side by side')
  await page.keyboard.press(']')
  await page.getByRole('group', { name: 'r2', exact: true }).focus()
  await page.keyboard.press('w')
  await expect(announced(page)).toHaveText('Comparing r2 with r3 · latest, swipe')
  await expect(page.getByRole('group', { name: 'r2 left of the divider' })).toBeFocused()
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - group "r2 left of the divider, r3 · latest right of it":
        - img "r2"
        - img "r3 · latest"
      - slider "Divider between the two sides"
  `)
  await mode('Swipe (W)').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(announced(page)).toHaveText('46% r2')
  await page.keyboard.press('o')
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - group "r3 · latest over r2":
        - img "r2"
        - img "r3 · latest"
      - slider "Opacity": "50"
  `)
  await page.keyboard.press('ArrowRight')
  await expect(announced(page)).toHaveText('55% r3 · latest')
  await page.keyboard.press('b')
  await expect(announced(page)).toHaveText('Contact sheet: Revisions of Dashboard')
  await expect(mode('Close')).toBeFocused()
  await page.keyboard.press('d')
  await expect(mode('Difference (D)')).toBeFocused()
  await expect(announced(page)).toHaveText(/pixels changed, [\d.]+%\. \d+ changes?$/)
  await expect(page.getByTestId('compare').getByRole('status')).toHaveCount(0)
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - group "Difference between r2 and r3 · latest":
        - img "r3 · latest"
      - text: /1,000 pixels changed/
      - button "Previous change"
      - text: 1 change
      - button "Next change"
  `)
  await page.keyboard.press('x')
  await expect(announced(page)).toHaveText(/^Change 1 of \d+\. \S/)
  await page.keyboard.press('Escape')
  await expect(announced(page)).toHaveText('Comparison closed')
  await expect(stage).toBeFocused()

  // The button Compare opens the comparison mode that was used last.
  await mode('Compare').press('Enter')
  // The result of the comparison is announced immediately, because it was already computed.
  await expect(announced(page)).toHaveText(
    /^Comparing r2 with r3 · latest, difference$|^1,000 pixels changed/,
  )
  await expect(mode('Difference (D)')).toBeFocused()
  await tabTo(mode('Close comparison (Esc)'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('compare')).toHaveCount(0)
  await expect(mode('Compare')).toBeFocused()

  // Closing a comparison does not move the focus from an element that is still shown.
  const comment = page.locator('[data-composer]')
  await comment.fill('The margins')
  await mode('Compare').click()
  await comment.focus()
  await mode('Close comparison (Esc)').dispatchEvent('click')
  await expect(page.getByTestId('compare')).toHaveCount(0)
  await expect(comment).toBeFocused()
})

test('keyboard actions that open, undo, send or move something are announced to screen readers', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await uploadMarked(person, agent, reviewId)
  await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.8, y: 0.5 },
    body: 'Cut **off**.',
  })
  await revise(agent, artifactId, await png(1000, 501))
  await upload(agent, reviewId, await png(), { title: 'Phone' })
  await open(`/reviews/${reviewId}#${artifactId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(announced(page)).toHaveText('Phone, 2 of 2')
  await page.keyboard.press('t')
  await expect(announced(page)).toHaveText('Dashboard. Comment 1 by Ann: Too wide.')
  await page.keyboard.press(']')
  await expect(announced(page)).toHaveText('Revision 2 of 2')
  // Marks can be moved on the revision that was commented on.
  await page.keyboard.press('[')
  await expect(announced(page)).toHaveText('Revision 1 of 2')

  // When another comment is selected, the focus moves to that comment.
  await commentItem(page, 'Too wide.').getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  await expect(announced(page)).toHaveText('Comment 2 by Ann: Cut off.')
  await expect(commentItem(page, 'Cut off.').getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Shift+T')
  await expect(commentItem(page, 'Too wide.').getByRole('button').first()).toBeFocused()
  await page.getByRole('button', { name: /^Comment 1: / }).focus()
  await page.keyboard.press('t')
  const pin = page.getByRole('button', { name: /^Comment 2: / })
  await expect(pin).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(announced(page)).toHaveText(/^Point at 7\d% from the left, 50% from the top$/)

  const notifications = page.getByRole('region', { name: 'Notifications' }).getByRole('status')
  await expect(notifications).toContainText('Comment 2 moved')
  await page.keyboard.press('Control+z')
  await expect(notifications).toHaveText('Undone: Comment 2 moved')

  await page.locator('[data-composer]').fill('The margins differ.')
  await page.keyboard.press('Control+Enter')
  await expect(announced(page)).toHaveText('Comment 3 sent')
  await press(commentItem(page, 'The margins differ.'), 'Reply')
  await page.getByRole('textbox', { name: 'Reply' }).fill('By 2 px.')
  await page.keyboard.press('Control+Enter')
  await expect(announced(page)).toHaveText('Reply sent')
})
