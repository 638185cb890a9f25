import type { Thread } from '#shared/contract/thread'
import { limits } from '#shared/contract/kit/limits'
import { copyRow } from '../../support/data/copies'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

test('the audit log lists who did what, links to existing objects, and can be filtered', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const png = await pngImage(640, 400)
  const { artifactId } = await upload(agent, reviewId, png, { title: 'Cart' })
  const wrong = await upload(agent, reviewId, png, { title: 'Wrong file' })
  const { body } = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Too wide.',
  })
  await agent('POST', `/v1/threads/${body.threadId}/replies`, { body: 'Narrower now.' })
  await person.call('DELETE', `/api/artifacts/${wrong.artifactId}`)
  await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
  const otherId = await newReview(person.call, projectId, 'Another review')
  const receipt = await upload(agent, otherId, png, { title: 'Receipt' })
  const deletedId = await newReview(agent, projectId, 'Gone soon')
  await person.call('DELETE', `/api/reviews/${deletedId}`)
  // Adds a page of events that are newer than the events of the workspace and the token, but older than all
  // other events.
  await copyRow(server, ['event', 'subject_id', projectId], limits.pageSize, { id: "id || 'X' || copy.n" })

  await open('/settings/activity')
  const main = page.getByRole('main')
  const row = (name: RegExp) => main.getByRole('listitem').filter({ hasText: name })
  await test.step('each row of the audit log states who did what, and links to the object', async () => {
    await expect(row(/Ann deleted evidence and verified.*Totals wrap on narrow/)).toHaveCount(1)
    const title = row(/Ann deleted evidence/).getByRole('link', { name: /^Totals wrap/ })
    await expect(title).toHaveAttribute('href', `/reviews/${reviewId}`)
    await expect(row(/deleted the review/)).toContainText(deletedId)
    await expect(row(/deleted the review/).getByRole('link')).toHaveCount(0)
  })

  await test.step('the events of an agent in a project within ten minutes are one row', async () => {
    const group = row(/ci-agent added 3 pieces of evidence, added a comment and more in 2 reviews/)
    await expect(group).toHaveCount(1)
    await group.getByRole('button', { name: '6 events' }).click()
    await expect(group.getByRole('listitem')).toHaveCount(6)
    await expect(row(/^(Upload started|File received)/)).toHaveCount(0)
    await expect(page.getByText('Wrong file')).toHaveCount(0)
    await expect(group.getByRole('link', { name: 'Receipt · r1', exact: true })).toHaveAttribute(
      'href',
      `/reviews/${otherId}#${receipt.artifactId}`,
    )
    await expect(group.getByRole('link', { name: 'Cart · r1', exact: true })).toHaveAttribute(
      'href',
      `/reviews/${reviewId}#${artifactId}`,
    )
    await expect(group.getByRole('link', { name: 'Comment 1 · Cart' }).first()).toHaveAttribute(
      'href',
      `/reviews/${reviewId}#${body.threadId}`,
    )
  })

  await test.step('a button in the audit log shows older events', async () => {
    const oldest = page.getByText('Ann created the workspace')
    await expect(oldest).toHaveCount(0)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(oldest).toBeVisible()
    await expect(row(/Ann created the agent token ci-agent/)).toHaveCount(1)
  })

  await test.step('the rows of the audit log can be filtered by the kind of event', async () => {
    const filter = page.getByLabel('Filter')
    await filter.selectOption('artifact')
    await expect(page).toHaveURL(/kind=artifact/)
    await expect(row(/Ann .*verified/)).toHaveCount(0)
    await expect(row(/ci-agent added 3 pieces of evidence in 2 reviews/)).toHaveCount(1)
    await filter.selectOption('comment.created')
    await expect(row(/ci-agent .* comment/).first()).toContainText('Totals wrap')
    await filter.selectOption('share_link.revoked')
    await expect(page.getByText('No activity of this type yet')).toBeVisible()
  })
})
