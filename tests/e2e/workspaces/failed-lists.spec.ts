import { expect, test } from '../../support/browser/e2e'

test('projects or an inbox that cannot be loaded show an error and can be retried', async ({
  page,
  open,
  projectId,
}) => {
  const fail = /\/api\/(projects|inbox)/
  await page.route(fail, route => route.fulfill({ status: 503 }))
  await open('/developers')
  await page.getByRole('link', { name: 'Exhibit' }).click()
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await expect(page.getByRole('alert')).toContainText("Couldn't load the inbox.")
  await expect(sidebar.getByRole('status')).toContainText("Couldn't load.")
  await page.unroute(fail)
  await sidebar.getByRole('button', { name: 'Try again' }).click()
  await expect(sidebar.getByRole('link', { name: /Acme web/ })).toHaveAttribute(
    'href',
    `/projects/${projectId}`,
  )
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Let your agent show its work' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
