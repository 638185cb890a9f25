import { findings } from '../../support/browser/checks/axe'
import { joined } from '../../support/people/sign-up'
import { upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/checks/themes'

for (const colorScheme of themes) {
  test(`an owner transfers the workspace to a member (${colorScheme})`, async ({
    page,
    server,
    person,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    await page.emulateMedia({ colorScheme })
    const mel = await joined(server, person, 'Mel', 'member')
    await open('/settings/general')
    await page.getByRole('button', { name: 'Transfer ownership' }).click()
    const dialog = page.getByRole('dialog', { name: "Transfer “Ann's workspace”?" })
    await expect(dialog.getByRole('option')).toHaveCount(2)
    expect(await findings(page)).toEqual([])
    const confirm = dialog.getByRole('button', { name: 'Transfer ownership' })
    await dialog.getByLabel('New owner').selectOption({ value: mel.id })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type “Ann').fill("Ann's workspace")
    await confirm.click()
    await expect(page.getByText("Mel owns Ann's workspace now").first()).toBeVisible()
    await expect(dialog).toHaveCount(0)
    // The former owner is now a member, who can neither transfer nor delete the workspace.
    await expect(page.getByRole('heading', { name: 'Ownership' })).toHaveCount(0)
    const me = await mel.call<{ workspaces: { id: string; role: string }[] }>('GET', '/api/me')
    expect(me.body.workspaces.find(each => each.id === person.workspaceId)?.role).toBe('owner')
    expect(pageErrors).toEqual([])
  })

  test(`after an owner deletes a workspace, members lose access at the next click (${colorScheme})`, async ({
    page,
    server,
    person,
    agent,
    projectId,
    reviewId,
    open,
    openAs,
  }) => {
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await pngImage(64, 48))
    const mel = await joined(server, person, 'Mel', 'member')
    const theirs = await openAs(mel, `/projects/${projectId}`)
    await open('/settings/general')
    await page.getByRole('button', { name: 'Delete workspace' }).click()
    const dialog = page.getByRole('dialog', { name: "Delete “Ann's workspace”?" })
    await expect(dialog).toContainText('1 project, 1 review with comments, 1 screenshot or video')
    await expect(dialog).toContainText('Access for you and 1 other person')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findings(page)).toEqual([])
    const confirm = dialog.getByRole('button', { name: 'Delete workspace' })
    await dialog.getByLabel('Type “Ann').fill("ann's workspace")
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Type “Ann').fill("Ann's workspace")
    await confirm.click()
    await expect(page).toHaveURL(`${server.url}/`)
    await expect(page.getByText("You're not in a workspace")).toBeVisible()
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(403)

    await theirs.getByRole('link', { name: /Totals wrap/ }).click()
    await expect(theirs.getByRole('alert').first()).toContainText('This workspace was deleted.')
    const { body } = await mel.call<{ workspace: { name: string } }>('GET', '/api/me')
    expect(body.workspace.name).toBe("Mel's workspace")
  })
}
