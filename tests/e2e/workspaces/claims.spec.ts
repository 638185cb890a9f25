import { createAccount } from '../../support/browser/actions'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { permissive } from '../../support/browser/environments'
import { bootstrapOn } from '../../support/people/bootstrap'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import type { TestServer } from '../../support/server/server'

test.use({ env: permissive })

/**
 * Creates a workspace without an account, as an agent does, with a review. Returns the path of its claim
 * page.
 */
async function bootstrap(server: TestServer): Promise<string> {
  const { agent, body } = await bootstrapOn(server, { project: 'Acme web' })
  await newReview(agent, body.project.id)
  return new URL(body.claimUrl).pathname
}

test('a person signs up on the claim page, claims the workspace and finds it in the inbox', async ({
  page,
  server,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await open(await bootstrap(server))
  await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fclaim%2F/)
  await expect(page.getByText('You need an account to claim the workspace your agent created.')).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await createAccount(page, 'Robin')
  await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText('Acme web')
  await expect(page.getByText('1 review', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Claim workspace' }).click()
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()
  expect(pageErrors.filter(each => !each.includes('404'))).toEqual([])

  await test.step('the claim page reports that another person already claimed the workspace', async () => {
    const path = await bootstrap(server)
    await open(path)
    await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
    await (await signUp(server, 'Fast')).call('POST', '/api/claim', { code: path.split('/').at(-1) })
    await page.getByRole('button', { name: 'Claim workspace' }).click()
    await expect(page.getByRole('heading', { name: "This claim link isn't valid" })).toBeFocused()
  })
})
