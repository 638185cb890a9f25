import { readFile } from 'node:fs/promises'
import { upload } from '../../support/client'
import { expect, test } from '../../support/e2e'
import { hardToSeeFocus } from '../../support/focus'
import { picture, sample } from '../../support/samples'
import { settled } from '../../support/settled'
import { uploadMarked } from '../../support/stage'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('every control of a review shows that it has the focus', async ({
      page,
      person,
      agent,
      reviewId,
      open,
    }) => {
      await uploadMarked(person, agent, reviewId)
      await open(`/reviews/${reviewId}`)
      await settled(page)
      const { stops, found } = await hardToSeeFocus(page)
      expect(found).toEqual([])
      expect(stops).toBeGreaterThan(40)
    })

    test('every control of a page and of a video shows that it has the focus', async ({
      page,
      agent,
      reviewId,
      open,
    }) => {
      await upload(agent, reviewId, await readFile(sample('live.webm')), {
        kind: 'video',
        mime: 'video/webm',
      })
      const found: Record<string, string[]> = {}
      for (const path of ['/', '/settings/tokens', '/settings/account', `/reviews/${reviewId}`]) {
        await open(path)
        await settled(page)
        found[path] = (await hardToSeeFocus(page)).found
      }
      await page.context().clearCookies()
      await open('/sign-in')
      found['/sign-in'] = (await hardToSeeFocus(page)).found
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map(path => [path, []])))
    })
  })
}

test('the focus begins in a dialog that takes files, and stays there', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await picture(640, 400).png().toBuffer())
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Add evidence' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused()
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toBeVisible()
  }
})
