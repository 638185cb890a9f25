import { findings } from '../../support/browser/checks/axe'
import { password } from '../../support/people/sessions'
import { joined } from '../../support/people/sign-up'
import { expect, test } from '../../support/browser/e2e'
import { themes } from '../../support/browser/checks/themes'

for (const colorScheme of themes) {
  test(`an account can be deleted after its shared workspaces got another owner (${colorScheme})`, async ({
    page,
    server,
    person,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const mel = await joined(server, person, 'Mel', 'member')
    await person.call('POST', '/api/workspaces', { name: 'Side work' })
    await open('/settings/account')
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const ask = () => page.getByRole('button', { name: 'Delete account' }).click()
    const confirm = dialog.getByRole('button', { name: 'Delete account' })
    await ask()
    await expect(dialog.getByRole('listitem')).toHaveText(["Ann's workspaceOpen settings"])
    await expect(confirm).toBeDisabled()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: "Open the settings of Ann's workspace" }).click()
    await expect(page.getByRole('button', { name: 'Transfer ownership' })).toBeVisible()
    await person.call('POST', `/api/workspaces/${person.workspaceId}/transfer`, { userId: mel.id })

    await open('/settings/account')
    await ask()
    await expect(dialog.getByText('Side work')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findings(page)).toEqual([])
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Password').fill('not the password')
    await confirm.click()
    await expect(dialog.getByRole('alert')).toContainText('This is not your password.')
    await dialog.getByLabel('Password').fill(password)
    await confirm.click()
    await expect(page).toHaveURL(/\/sign-in/)
    await expect(page.getByRole('alert')).toContainText('This account was deleted.')
    expect((await person.call('GET', '/api/me')).status).toBe(401)
  })
}
