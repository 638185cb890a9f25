import { allFindings } from '../../support/browser/checks/all-findings'
import { expect, test } from '../../support/browser/e2e'
import { annotate } from '../../support/reviews/comments'
import { sheet } from '../../support/reviews/comparisons'
import { newShareLink } from '../../support/reviews/share'
import { upload } from '../../support/reviews/uploads'

test('a comment states the element at its mark and its source line, which a click copies', async ({
  page,
  person,
  agent,
  reviewId,
  context,
  open,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { artifactId, revisionId } = await upload(agent, reviewId, await sheet(800, 600, [200, 150, 80, 40]))
  const elements = [
    { box: [0, 0, 1, 1], role: 'main' },
    { box: [0.25, 0.25, 0.1, 0.067], role: 'button', name: 'Buy now', source: 'src/Cart.tsx:41' },
  ]
  await agent('PUT', `/v1/revisions/${revisionId}/context`, { elements })
  await annotate(person.call, artifactId, 'Make it wider.', { geometry: { x: 0.3, y: 0.28 } })
  await open(`/reviews/${reviewId}`)
  const comment = page.getByRole('listitem').filter({ hasText: 'Make it wider.' })
  await expect(comment).toContainText('button “Buy now”')
  await comment.getByRole('button', { name: 'Copy src/Cart.tsx:41' }).click()
  await expect(comment.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('src/Cart.tsx:41')
  expect(await allFindings(page)).toEqual([])

  const { url } = await newShareLink(person.call, reviewId)
  await open(new URL(url).pathname)
  await expect(page.getByText('Make it wider.')).toBeVisible()
  await expect(page.getByText('Buy now')).toHaveCount(0)
})

test('a comment shows which agent has claimed it, until someone replies or the claim ends', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await sheet(800, 600, [200, 150, 80, 40]))
  const first = await annotate(person.call, artifactId, 'Make it wider.')
  const second = await annotate(person.call, artifactId, 'Align it.')
  await page.clock.install()
  await open(`/reviews/${reviewId}`)
  const note = page.getByText('ci-agent works on it')
  await expect(page.getByText('Align it.')).toBeVisible()
  await expect(note).toHaveCount(0)
  await agent('POST', `/v1/threads/${first.threadId}/claim`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Make it wider.' })).toContainText(
    'ci-agent works on it',
  )
  await agent('POST', `/v1/threads/${second.threadId}/claim`)
  await expect(note).toHaveCount(2)
  await agent('POST', `/v1/threads/${first.threadId}/address`)
  await expect(note).toHaveCount(1)
  await expect(async () => {
    await page.clock.runFor('11:00')
    await expect(note).toHaveCount(0, { timeout: 1000 })
  }).toPass()
})
