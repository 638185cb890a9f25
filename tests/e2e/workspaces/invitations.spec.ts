import { createAccount } from '../../support/browser/actions'
import { requestSignUp, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { renderedPage } from '../../support/server/rendered-page'
import { startServer } from '../../support/server/server'

test('an invitation lets a person sign up and join the workspace until the workspace is full', async ({
  page,
  context,
}) => {
  const server = await startServer({ SIGN_UPS: 'invite', PLAN_LIMITS: 'on' })
  try {
    const owner = await signUp(server, 'Olga')
    const invite = async (role: 'member' | 'reviewer') => {
      const { body } = await owner.call<{ id: string; url: string; token: string }>(
        'POST',
        `/api/workspaces/${owner.workspaceId}/invitations`,
        { role },
      )
      return { ...body, path: new URL(body.url).pathname }
    }
    const open = async (path: string) => {
      await page.goto(server.url + path)
      await page.waitForSelector('html[data-hydrated]')
    }
    await newReview(await owner.agent(), await owner.project())
    const ofRita = await invite('reviewer')

    await test.step('no one signs up without an invitation', async () => {
      expect((await renderedPage(server, '/sign-up')).text).toContain(
        'Sign-up on this server is by invitation only.',
      )
      expect((await requestSignUp(server, 'Mallory')).ok).toBe(false)
    })

    await test.step('an invitation shows who invites to which workspace, and leads to sign-up', async () => {
      await open(ofRita.path)
      await expect(page.getByRole('heading', { name: "Join Olga's workspace" })).toBeVisible()
      await expect(page.getByText('Olga invited you. As a reviewer, you can view')).toBeVisible()
      await page.getByRole('link', { name: 'Create an account' }).click()
      await createAccount(page, 'Rita')
      await page.getByRole('button', { name: 'Join' }).click()
      await expect(page.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()
      const me = (await page.evaluate(() => fetch('/api/me').then(answer => answer.json()))) as {
        workspace: object
      }
      expect(me.workspace).toMatchObject({ id: owner.workspaceId, role: 'reviewer' })
    })

    await test.step('a used, revoked or unknown invitation states how to get a new link', async () => {
      const revoked = await invite('reviewer')
      await owner.call('DELETE', `/api/invitations/${revoked.id}`)
      for (const path of [ofRita.path, revoked.path, '/invite/unknown']) {
        const { status, text } = await renderedPage(server, path)
        expect(status).toBe(404)
        expect(text).toContain("This invitation isn't valid")
        expect(text).toContain('Ask the person who invited you for a new link.')
      }
    })

    await test.step('joining a full workspace shows an error', async () => {
      // All invitations are created before the workspace is full, because they cannot be created afterwards.
      const { token, path } = await invite('member')
      const others = [await invite('member'), await invite('member')]
      for (const [index, { token }] of others.entries()) {
        const member = await signUp(server, `Guest ${index}`, { invitation: token })
        expect((await member.call('POST', `/api/invite/${token}`)).status).toBe(200)
      }
      await signInBrowser(context, server, await signUp(server, 'Late', { invitation: token }))
      await open(path)
      await page.getByRole('button', { name: 'Join' }).click()
      await expect(page.getByRole('alert')).toContainText("You haven't joined yet.")
    })
  } finally {
    await server.stop()
  }
})
