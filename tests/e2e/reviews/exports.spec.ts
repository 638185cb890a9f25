import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import { joined } from '../../support/people/sign-up'
import { upload } from '../../support/reviews/uploads'
import { verdictButton } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { isDropKept } from '../../support/browser/file-drop'
import { pngImage } from '../../support/media/samples'

/** Chooses an item of a menu, and returns the name and the bytes of the file that it downloads. */
async function downloaded(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${menu}` }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return { name: file.suggestedFilename(), path: await file.path(), data: await readFile(await file.path()) }
}

test('a reviewer can download and export a review, but cannot add evidence or share it', async ({
  browser,
  server,
  person,
  agent,
  reviewId,
  openAs,
}) => {
  const png = await pngImage(640, 400)
  const { artifactId } = await upload(agent, reviewId, png, { title: 'Dashboard' })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.2, y: 0.3, width: 0.2, height: 0.2 },
    body: 'Wider than its neighbors.',
  })
  const page = await openAs(await joined(server, person, 'Rita', 'reviewer'), `/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  const original = await downloaded(page, 'Dashboard', 'Download original')
  expect([original.name, original.data.equals(png)]).toEqual(['Dashboard r1.png', true])
  const review = 'Totals wrap on narrow screens'
  const all = await downloaded(page, review, 'Download originals')
  expect([all.name, all.data.subarray(0, 2).toString()]).toEqual([`${review}.zip`, 'PK'])
  const table = await downloaded(page, review, 'Export comments as CSV')
  expect(table.name).toBe(`${review}.csv`)
  expect(table.data.toString()).toContain('Wider than its neighbors.')
  const file = await downloaded(page, review, 'Export as HTML')
  expect(file.name).toBe(`${review}.html`)
  await expect(page.getByRole('menuitem', { name: 'Delete review' })).toHaveCount(0)

  await expect(verdictButton(page)).toBeVisible()
  for (const name of ['Share', 'Add evidence'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  expect(await isDropKept(page, '[data-testid=stage]')).toBe(true)
  await expect(page.getByText('Drop to add')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const offline = await browser.newContext({ offline: true })
  const exported = await offline.newPage()
  await exported.setContent(file.data.toString())
  await expect(exported.getByRole('heading', { name: review })).toBeVisible()
  await expect(exported.getByText('Wider than its neighbors.')).toBeVisible()
  const image = exported.getByRole('img', { name: 'Dashboard' })
  expect(await image.evaluate((each: HTMLImageElement) => [each.naturalWidth, each.naturalHeight])).toEqual([
    640, 400,
  ])
  expect(await findings(exported)).toEqual([])
  await offline.close()
})
