import { inviteReviewer } from '../../support/people/agent-invitations'
import { signUp } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'

test('an owner lets agents invite, and the person whom an agent invites joins as a reviewer', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
  openAs,
}) => {
  expect([person.workspaceId, reviewId].every(Boolean)).toBe(true)
  await open('/settings/people')
  const box = page.getByRole('checkbox', { name: /^Agents may invite reviewers/ })
  await expect(box).not.toBeChecked()
  const saved = page.waitForResponse(answer => answer.url().endsWith('/agent-invitations'))
  await box.check()
  expect((await saved).status()).toBe(200)
  const email = 'rae.invited@example.org'
  const { body } = await inviteReviewer(agent, email)
  await open('/settings/people')
  await expect(box).toBeChecked()
  await expect(page.getByText(`Reviewer invitation for ${email}`)).toBeVisible()
  await expect(page.getByText(/by the agent ci-agent/)).toBeVisible()

  const path = new URL(body.url).pathname
  const ofOther = await openAs(await signUp(server, 'Tom'), path)
  await expect(ofOther.getByText('ci-agent, an agent, invited you on behalf of Ann.')).toBeVisible()
  await ofOther.getByRole('button', { name: 'Join workspace' }).click()
  await expect(ofOther.getByRole('alert')).toContainText('This invitation is for another email address.')

  const ofRae = await openAs(await signUp(server, 'Rae', { email }), path)
  await ofRae.getByRole('button', { name: 'Join workspace' }).click()
  await expect(ofRae.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()
})

test('an owner who stops agents from inviting revokes their invitations', async ({
  page,
  person,
  agent,
  open,
}) => {
  expect(
    (await person.call('PUT', `/api/workspaces/${person.workspaceId}/agent-invitations`, { allowed: true }))
      .status,
  ).toBe(200)
  expect((await inviteReviewer(agent, 'sam.invited@example.org')).status).toBe(201)
  await open('/settings/people')
  await expect(page.getByText('Reviewer invitation for')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Agents may invite reviewers/ }).uncheck()
  await expect(page.getByText('No pending invitations.')).toBeVisible()
})
