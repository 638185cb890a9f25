import { readFile } from 'node:fs/promises'
import { newReview, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { hardToSeeFocus } from '../../support/browser/focus'
import { pngImage, sample } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { uploadMarked } from '../../support/browser/stage'
import { themes } from '../../support/browser/themes'

for (const colorScheme of themes) {
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
  await upload(agent, reviewId, await pngImage(640, 400))
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Add evidence' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused()
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toBeVisible()
  }
})

test('revoking a token moves the focus to the button of the next token', async ({ page, person, open }) => {
  for (const name of ['one', 'two'])
    await person.call('POST', '/api/tokens', {
      workspaceId: person.workspaceId,
      name,
      capabilities: ['feedback:read'],
    })
  await open('/settings/tokens')
  const buttons = page.getByRole('button', { name: /^Revoke / })
  await expect(buttons).toHaveCount(2)
  for (const count of [1, 0]) {
    await buttons.first().press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(buttons).toHaveCount(count)
    await expect(count ? buttons.first() : page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('archiving from a menu moves the focus to the next review, after the last to the heading', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const png = await pngImage(640, 400)
  await upload(agent, reviewId, png)
  await upload(agent, await newReview(agent, projectId, 'Another review'), png)
  await open('/')
  const buttons = page.getByRole('main').getByRole('button', { name: /^Actions for / })
  await expect(buttons).toHaveCount(2)
  for (const count of [1, 0]) {
    await buttons.first().press('Enter')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    await expect(buttons).toHaveCount(count)
    await expect(count ? buttons : page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('Escape in the search of the comments focuses its button', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await pngImage(640, 400))
  await open(`/reviews/${reviewId}`)
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Search comments' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Search and group comments' })).toBeFocused()
})

test('the focus stays on the stage when its marks or its evidence disappear', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  const film = await readFile(sample('live.webm'))
  await upload(agent, reviewId, film, { kind: 'video', mime: 'video/webm', title: 'Resize' })
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  await expect(stage.locator('img')).toBeVisible()
  await stage.getByRole('button', { name: /^Comment 1/ }).focus()
  await page.keyboard.press('Shift+H')
  await expect(stage).toBeFocused()
  await expect(page.locator('[data-announcements]')).toHaveText('Comments hidden on the stage')
  await page.keyboard.press('ArrowDown')
  await expect(stage.locator('video')).toBeVisible()
  await expect(stage).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(stage.locator('img')).toBeVisible()
  await expect(stage).toBeFocused()

  await page.keyboard.press('c')
  const composer = page.getByRole('textbox', { name: 'Comment on this image' })
  await composer.fill('Not now.')
  await page.keyboard.press('Escape')
  await expect(stage).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(composer).toBeFocused()
  await expect(composer).toHaveValue('Not now.')
})
