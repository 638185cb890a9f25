import { newReview, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = () => pngImage(640, 400)

test('evidence is renamed and deleted, and the review and the project are deleted', async ({
  page,
  server,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await upload(agent, reviewId, await png(), { title: 'Settings' })
  await newReview(agent, projectId, 'Second review')
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await page.getByRole('menuitem', { name: 'Edit title and description' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Dashboard, desktop')
  await page.getByLabel('Description').fill('Totals in one row')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Dashboard, desktop' })).toBeAttached()
  await page.getByRole('button', { name: 'Actions for Settings' }).click()
  await page.getByRole('menuitem', { name: 'Delete evidence' }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete “Settings”?')
  await page.getByRole('button', { name: 'Delete evidence' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Settings' })).toHaveCount(0)

  await open(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'Actions for Acme web' }).click()
  await page.getByRole('menuitem', { name: 'Rename project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme app')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Acme app' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Acme app', exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Second review' }).click()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: /Second review/ })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Second review' }).click()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await page.getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByRole('link', { name: /Second review/ })).toHaveCount(0)
  await expect(page.getByText('1 review, 1 not verified')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Acme app' }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await expect(page.getByRole('dialog')).toContainText('This deletes 1 review with 1 image')
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeDisabled()
  await page.getByLabel('Type “Acme app” to confirm').fill('Acme app')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('link', { name: /Acme app/ })).toHaveCount(0)
})

test('a review that is deleted while one looks at it says so, and offers no request for access', async ({
  page,
  agent,
  person,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('main', { name: 'Stage: Dashboard' })).toBeVisible()
  await person.call('DELETE', `/api/reviews/${reviewId}`)
  const alert = page.getByRole('alert').filter({ hasText: 'This review was deleted' })
  await expect(alert.getByRole('link', { name: 'Go to inbox' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for access' })).toHaveCount(0)
  // Its evidence went with it, which needs no words.
  await expect(page.getByText('“Dashboard” was deleted')).toHaveCount(0)
})

test('deleting a review on its own page leads to its project', async ({
  page,
  projectId,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Actions for Totals wrap on narrow screens' }).click()
  await page.getByRole('menuitem', { name: 'Delete review' }).click()
  await expect(page.getByRole('dialog')).toContainText('Delete “Totals wrap on narrow screens”?')
  await page.getByRole('button', { name: 'Delete review' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}$`))
  await expect(page.getByText('No reviews yet')).toBeVisible()
})

for (const width of [1440, 390])
  test(`a long title ends before the close button of a dialog (${width})`, async ({
    page,
    agent,
    projectId,
    open,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await newReview(agent, projectId, 'Unabbreviated'.repeat(15))
    await open(`/projects/${projectId}`)
    await page.getByRole('button', { name: /^Actions for Unabbreviated/ }).click()
    await page.getByRole('menuitem', { name: 'Delete review' }).click()
    const dialog = page.getByRole('dialog')
    const text = await dialog.getByRole('heading').evaluate(heading => {
      const range = document.createRange()
      range.selectNodeContents(heading)
      return Math.max(...[...range.getClientRects()].map(each => each.right))
    })
    const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox()
    expect(text).toBeLessThanOrEqual(close?.x ?? 0)
  })
