import { findings } from '../../support/browser/checks/axe'
import { password } from '../../support/people/sessions'
import { upload } from '../../support/reviews/uploads'
import { composer } from '../../support/browser/comment-forms'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test('after the session ends, a person can sign in on the same page and keeps the unsent text', async ({
  page,
  server,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(640, 400))
  await open(`/reviews/${reviewId}`)
  /** Ends the session on the server only: the browser keeps its cookie. */
  const endSession = async () => {
    const cookies = await page.context().cookies(server.url)
    const response = await fetch(`${server.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: {
        'cookie': cookies.map(each => `${each.name}=${each.value}`).join('; '),
        'origin': server.url,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    expect(response.ok).toBe(true)
  }
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })

  await test.step('a tab shown after the session ended asks to sign in and keeps the text', async () => {
    await composer(page).fill('Kept through it all.')
    await endSession()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(dialog.getByLabel('Password')).toBeFocused()
    expect(await findings(page)).toEqual([])
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Invalid email or password')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(composer(page)).toHaveValue('Kept through it all.')
  })

  await test.step('a comment sent without a valid session is sent again after signing in', async () => {
    // The session ends during this request. If it ended earlier, the sign-in dialog would cover the button.
    await page.route(
      '**/annotations',
      async route => {
        await endSession()
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Send' }).click()
    await dialog.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(commentItem(page, 'Kept through it all.')).toBeVisible()
    await expect(composer(page)).toHaveValue('')
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
  })
})
