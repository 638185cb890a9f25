import { findings } from '../../support/browser/checks/axe'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test('the profile picture of a person is shown next to their name until it is removed', async ({
  page,
  server,
  person,
  agent,
  projectId,
  open,
  openAs,
}) => {
  const pageErrors = collectPageErrors(page)
  const mel = await joined(server, person, 'Mel', 'member')
  const reviewId = await newReview(agent, projectId)
  const { body: thread } = await person.call<{ threadId: string }>(
    'POST',
    `/v1/reviews/${reviewId}/threads`,
    { kind: 'review', body: 'Too wide.' },
  )
  await mel.call('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'Narrower now.' })
  await open('/settings/account')
  const own = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Profile picture' }) })
  await expect(own.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  const choose = (name: string, buffer: Buffer) =>
    own.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('broken.png', Buffer.from('not a picture'))
  await expect(own.getByRole('alert')).toContainText("“broken.png” can't be shown.")
  await choose('me.png', await pngImage(400, 300))
  const shown = (at: typeof page) => at.locator('img[src^="/api/avatars/"]')
  await expect(own.locator('img')).toBeVisible()
  await expect(own.getByRole('alert')).toHaveCount(0)
  // The picture is shown in the row of the settings and in the account menu.
  await expect(shown(page)).toHaveCount(2)
  expect(await findings(page)).toEqual([])

  await person.call('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'Better, @Mel' })
  const theirs = await openAs(mel, '/settings/people')
  await expect(shown(theirs)).toHaveCount(1)
  await theirs
    .getByRole('link', { name: /^Notifications/ })
    .first()
    .click()
  await expect(theirs.getByText('Better, @Mel')).toBeVisible()
  await expect(shown(theirs)).toHaveCount(1)
  await theirs.goto(`${server.url}/reviews/${reviewId}`)
  await expect(theirs.getByText('Too wide.')).toBeVisible()
  // The picture is next to the person's reply, at the position at which a comment has its number.
  await expect(shown(theirs)).toHaveCount(1)
  const outsider = await signUp(server, 'Outsider')
  expect((await outsider.call('GET', '/api/avatars')).body).toEqual({ avatars: [] })

  await own.getByRole('button', { name: 'Remove your profile picture' }).click()
  await expect(shown(page)).toHaveCount(0)
  await theirs.reload()
  await expect(theirs.getByText('Too wide.')).toBeVisible()
  await expect(shown(theirs)).toHaveCount(0)
  // The server responds to the broken picture with status 422, which the browser logs as an error.
  expect(pageErrors.filter(each => !each.includes('422'))).toEqual([])
})
