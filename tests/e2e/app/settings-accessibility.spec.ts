import { findings } from '../../support/browser/axe'
import { joined, upload } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

const png = () => pngImage(640, 400)

for (const colorScheme of themes) {
  test(`axe finds no violations in the settings and their dialogs, ${colorScheme}`, async ({
    page,
    server,
    person,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await png())
    await joined(server, person, 'Mel', 'member')
    await person.call('POST', `/api/workspaces/${person.workspaceId}/invitations`, { role: 'reviewer' })
    await person.call('POST', '/api/workspaces', { name: 'Side work' })
    await person.call('PATCH', '/api/me', { workspaceId: person.workspaceId })
    const found: Record<string, string[]> = {}
    const checkPage = async (name: string) => {
      found[name] = await findings(page)
    }
    const openDialog = async (
      name: string,
      ...steps: [role: 'button' | 'menuitem', name: string | RegExp][]
    ) => {
      for (const [role, label] of steps) await page.getByRole(role, { name: label }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkPage(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    for (const section of [
      'general',
      'people',
      'tokens',
      'webhooks',
      'pull-requests',
      'billing',
      'activity',
      'notifications',
      'account',
    ]) {
      await open(`/settings/${section}`)
      await checkPage(section)
      await page.setViewportSize({ width: 390, height: 844 })
      await checkPage(`${section}, phone`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await openDialog('new workspace', ['button', /^Workspace:/], ['menuitem', 'New workspace'])
    await open('/settings/people')
    await openDialog('invite', ['button', 'Invite'])
    await openDialog('change role', ['button', 'Actions for Mel'], ['menuitem', 'Change role'])
    await openDialog('remove', ['button', 'Actions for Mel'], ['menuitem', 'Remove from workspace'])
    await openDialog('revoke', ['button', /^Revoke the \w+ invitation/])
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    await expect(page.getByLabel('invitation link', { exact: true })).toBeVisible()
    await checkPage('invitation link')
    await open(`/projects/${projectId}`)
    await openDialog('delete project', ['button', 'Actions for Acme web'], ['menuitem', 'Delete project'])
    await openDialog('rename project', ['button', 'Actions for Acme web'], ['menuitem', 'Rename project'])
    await openDialog('delete review', ['button', /^Actions for Totals/], ['menuitem', 'Delete review'])
    await open(`/reviews/${reviewId}`)
    await openDialog(
      'edit evidence',
      ['button', 'Actions for Dashboard'],
      ['menuitem', 'Edit title and description'],
    )
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, []])))
    expect(pageErrors).toEqual([])
  })
}
