import { upload } from '../../support/client'
import { expect, test } from '../../support/e2e'
import { picture } from '../../support/samples'

test('the inbox lists reviews that need attention until the person has seen the changes', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await picture(640, 400).png().toBuffer())
  await open('/')
  await expect(page.getByRole('heading', { name: 'New evidence 1' })).toBeVisible()
  await page.getByRole('link', { name: /Totals wrap/ }).click()
  const seen = page.waitForResponse(answer => answer.url().endsWith('/seen'))
  await expect(page.getByTestId('stage')).toBeVisible()
  expect((await seen).status()).toBe(200)
  const thread = await agent<{ threadId: string }>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0, y: 0 },
    body: 'x',
  })
  await open('/')
  await expect(page.getByRole('heading', { name: 'Awaiting review 1' })).toBeVisible()
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`)
  await open('/')
  await expect(page.getByRole('heading', { name: 'Ready to verify 1' })).toBeVisible()
})
