import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test('evidence is renamed and deleted, and the review and the project are deleted', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const png = await pngImage(640, 400)
  await upload(agent, reviewId, png, { title: 'Dashboard' })
  await upload(agent, reviewId, png, { title: 'Settings' })
  const looked = await newReview(agent, projectId, 'Looked at')
  await upload(agent, looked, png, { title: 'Login' })
  await newReview(agent, projectId, 'Unabbreviated'.repeat(15))
  const ownPage = await newReview(agent, projectId, 'Second review')
  const review = (name: RegExp) => page.getByRole('link', { name })
  const dialog = page.getByRole('dialog')
  const choose = async (of: string | RegExp, action: string) => {
    await page.getByRole('button', { name: of }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('deleting a review on its page opens the page of its project', async () => {
    await open(`/reviews/${ownPage}`)
    await choose('Actions for Second review', 'Delete review')
    await expect(dialog).toContainText('Delete “Second review”?')
    await page.getByRole('button', { name: 'Delete review' }).click()
    await expect(page).toHaveURL(new RegExp(`/projects/${projectId}$`))
    await expect(review(/Looked at/)).toBeVisible()
    await expect(review(/Second review/)).toHaveCount(0)
  })

  await test.step('a review that is deleted while open shows a message and no access request', async () => {
    await review(/Looked at/).click()
    await expect(page.getByRole('main', { name: 'Stage: Login' })).toBeVisible()
    await person.call('DELETE', `/api/reviews/${looked}`)
    const alert = page.getByRole('alert').filter({ hasText: 'This review was deleted' })
    await expect(alert.getByRole('link', { name: 'Go to inbox' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask for access' })).toHaveCount(0)
    // The evidence was deleted together with the review, so the page shows no message about it.
    await expect(page.getByText('“Login” was deleted')).toHaveCount(0)
    await page.goBack()
  })

  await test.step('evidence is renamed and deleted', async () => {
    await review(/Totals wrap/).click()
    await choose('Actions for Dashboard', 'Edit title and description')
    await expect(page.getByLabel('Title')).toBeFocused()
    await page.getByLabel('Title').fill('Dashboard, desktop')
    await page.getByLabel('Description').fill('Totals in one row')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Actions for Dashboard, desktop' })).toBeAttached()
    await choose('Actions for Settings', 'Delete evidence')
    await expect(dialog).toContainText('Delete “Settings”?')
    await page.getByRole('button', { name: 'Delete evidence' }).click()
    await expect(page.getByRole('button', { name: 'Actions for Settings' })).toHaveCount(0)
    await page.goBack()
  })

  await test.step('the project is renamed', async () => {
    await choose('Actions for Acme web', 'Rename project')
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme app')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('heading', { name: 'Acme app' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Acme app', exact: false }).first()).toBeVisible()
  })

  await test.step('the project gets a repository, and an invalid repository shows an error', async () => {
    const field = page.getByRole('textbox', { name: 'Repository' })
    await choose('Actions for Acme app', 'Change repository')
    await field.fill('acme//shop')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('git@github.com:acme/shop.git')
    await field.fill('git@github.com:acme/shop.git')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await choose('Actions for Acme app', 'Change repository')
    await expect(field).toHaveValue('github.com/acme/shop')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a review is deleted from a list, and the dialog shows its long title', async () => {
    await choose(/^Actions for Unabbreviated/, 'Delete review')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const text = await dialog.getByRole('heading').evaluate(heading => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        return Math.max(...[...range.getClientRects()].map(each => each.right))
      })
      const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
      expect(text).toBeLessThanOrEqual(close?.x ?? 0)
    }
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(review(/Unabbreviated/)).toBeVisible()
    await choose(/^Actions for Unabbreviated/, 'Delete review')
    await page.getByRole('button', { name: 'Delete review' }).click()
    await expect(review(/Unabbreviated/)).toHaveCount(0)
    await expect(page.getByText('1 review, 1 not verified')).toBeVisible()
  })

  await test.step('the project and its reviews are deleted after the project name is typed', async () => {
    await choose('Actions for Acme app', 'Delete project')
    await expect(dialog).toContainText('This deletes 1 review with 1 image')
    await expect(page.getByRole('button', { name: 'Delete project' })).toBeDisabled()
    await page.getByLabel('Type “Acme app” to confirm').fill('Acme app')
    await page.getByRole('button', { name: 'Delete project' }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await expect(page.getByRole('link', { name: /Acme app/ })).toHaveCount(0)
  })
})
