import { findings } from '../../support/browser/axe'
import { joined } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { themes } from '../../support/browser/themes'

test('a review shows who else has it open, by name, until they leave', async ({
  page,
  server,
  person,
  reviewId,
  open,
  openAs,
}) => {
  await open(`/reviews/${reviewId}`)
  const here = page.getByRole('button', { name: /here$/ })
  await expect(page.getByRole('group', { name: 'Verdict' })).toBeVisible()
  await expect(here).toHaveCount(0)
  const bob = await joined(server, person, 'Bob Marlow', 'reviewer')
  const other = await openAs(bob, `/reviews/${reviewId}`)
  await expect(here).toHaveAccessibleName('1 other person here')
  await here.click()
  const card = page.getByRole('dialog', { name: '1 other person here' })
  await expect(card.getByRole('listitem')).toContainText(['Bob Marlow'])
  await other.getByRole('button', { name: '1 other person here' }).click()
  await expect(other.getByRole('dialog').getByText('Ann')).toBeVisible()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page)).toEqual([])
  }
  await other.close()
  await expect(here).toHaveCount(0)
})
