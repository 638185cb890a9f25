import { expect, test } from '../../support/e2e'

test('a person signs up, sees an error for a wrong password, signs in and signs out', async ({
  page,
  server,
  open,
}) => {
  await open('/reviews/rev_01AAAAAAAAAAAAAAAAAAAAAAAA')
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Robin')
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/reviews\//)
  await expect(
    page.getByRole('alert').filter({
      hasText:
        'Review not found. It may have been deleted, the link may be incomplete, ' +
        'or you may not have access to it.',
    }),
  ).toBeVisible()
  await expect(page.getByRole('banner').locator('[data-skeleton]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review')
  await open('/')
  await page.getByRole('button', { name: 'Robin' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${server.url}/sign-in`)
  await page.getByLabel('Email').fill('robin@example.com')
  await page.getByLabel('Password').fill('wrong wrong wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
})

test('a redirect never leads to another site', async ({ page, server, person, open }) => {
  expect(person.workspaceId).toBeTruthy()
  await open('/sign-in?redirect=https://evil.example')
  await expect(page).toHaveURL(`${server.url}/`)
  for (const redirect of [
    '//evil.example',
    '%2F%09%2Fevil.example',
    '%2F%5Cevil.example',
    '%2F%252Fevil.example',
  ]) {
    await open(`/sign-in?redirect=${redirect}`)
    await expect(page).toHaveURL(`${server.url}/`)
  }
})
