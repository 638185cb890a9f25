import type { Thread } from '#shared/contract/thread'
import type { Me } from '#shared/contract/workspace'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test('a person signs up, sees an error for a wrong password, signs in and signs out', async ({
  page,
  server,
  open,
}) => {
  await open('/reviews/rev_01AAAAAAAAAAAAAAAAAAAAAAAA')
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // This server sends no mail, so a forgotten password cannot be reset.
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Robin')
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/reviews\//)
  await expect(page.getByRole('heading', { name: "You can't open this review" })).toBeVisible()
  await expect(page.getByRole('banner').locator('[data-skeleton]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review')
  await open('/')
  await page.getByRole('button', { name: 'Robin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.url}/sign-in`)
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill('wrong wrong wrong')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
})

test('a link to a comment that is opened while signed out shows the comment after sign-in', async ({
  page,
  context,
  person,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(640, 400), { title: 'First' })
  const second = await upload(agent, reviewId, await pngImage(640, 400), { title: 'Second' })
  const { body: thread } = await agent<Thread>('POST', `/v1/artifacts/${second.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  const { email } = (await person.call<Me>('GET', '/api/me')).body.user
  await context.clearCookies()
  await open(`/reviews/${reviewId}#${thread.threadId}`)
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByLabel('Email')).toBeFocused()
  // The query of the sign-in page contains the fragment, so links to the other forms pass the fragment on.
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toHaveAttribute('aria-pressed', 'true')
})

// tests/unit/account/safe-redirect.test.ts tests all forms of redirects that are refused.
test('the redirect after sign-in never leads to another site', async ({ page, server, person, open }) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/sign-in?redirect=https://evil.example')
  await expect(page).toHaveURL(`${server.url}/`)
  for (const redirect of [
    '//evil.example',
    '%2F%09%2Fevil.example',
    '%2F%5Cevil.example',
    '%2F%252Fevil.example',
  ]) {
    const response = await page.request.get(`${server.url}/sign-in?redirect=${redirect}`, { maxRedirects: 0 })
    expect(response.headers().location, redirect).toBe('/')
  }
})
