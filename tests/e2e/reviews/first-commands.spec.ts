import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findings } from '../../support/browser/axe'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

const png = (width = 1280, height = 800) => pngImage(width, height)

for (const colorScheme of themes) {
  test(`in an empty workspace the commands upload evidence, and its review opens (${colorScheme})`, async ({
    page,
    person,
    projectId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await open('/')
    await page.getByRole('tab', { name: 'Command line' }).click()
    await page.getByRole('button', { name: 'Create a token' }).click()
    const commands = page.getByLabel('commands', { exact: true })
    await expect(commands).toContainText(/EXHIBIT_TOKEN=svc_[\w-]{32}\n/)
    expect(await findings(page)).toEqual([])
    const folder = await mkdtemp(join(tmpdir(), 'exhibit-first-'))
    await writeFile(join(folder, 'screenshot.png'), await png())
    await promisify(execFile)('sh', ['-e', '-c', await commands.innerText()], { cwd: folder })
    await rm(folder, { recursive: true })
    await expect(page).toHaveURL(/\/reviews\/rev_/)
    await expect(page.getByRole('main', { name: 'Stage: Screenshot' })).toBeVisible()
    const tokens = (
      await person.call<{ tokens: { name: string; projectId: string }[] }>('GET', '/api/tokens')
    ).body.tokens
    expect(tokens.map(each => [each.name, each.projectId])).toContainEqual(['first-agent', projectId])
  })
}

for (const width of [1440, 390]) {
  test(`a new account sees the commands, and one press fills in its project and token (${width})`, async ({
    page,
    person,
    open,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await open('/')
    await page.getByRole('tab', { name: 'Command line' }).click()
    const commands = page.getByLabel('commands', { exact: true })
    await expect(commands).toContainText('EXHIBIT_TOKEN=svc_…')
    expect((await commands.innerText()).trim().split('\n')).toHaveLength(2)
    await expect(commands).toContainText('--project prj_…')
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create project and token' }).click()
    await expect(commands).toContainText(/EXHIBIT_TOKEN=svc_[\w-]{32}\n/)
    await expect(
      page.getByText('Created the project “First project” and the token “first-agent”.'),
    ).toBeVisible()
    // The token is shown only once: another tab must not lose it.
    await page.getByRole('tab', { name: 'Tell your agent' }).click()
    await page.getByRole('tab', { name: 'Command line' }).click()
    await expect(commands).toContainText(/EXHIBIT_TOKEN=svc_[\w-]{32}\n/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const folder = await mkdtemp(join(tmpdir(), 'exhibit-first-'))
    await writeFile(join(folder, 'screenshot.png'), await png())
    await promisify(execFile)('sh', ['-e', '-c', await commands.innerText()], { cwd: folder })
    await rm(folder, { recursive: true })
    await expect(page).toHaveURL(/\/reviews\/rev_/)
    await expect(page.getByRole('main', { name: 'Stage: Screenshot' })).toBeVisible()
    const { projects } = (await person.call<{ projects: { name: string }[] }>('GET', '/api/projects')).body
    expect(projects.map(each => each.name)).toEqual(['First project'])
  })
}

test('a project is not created twice when creating its token fails', async ({ page, person, open }) => {
  await open('/')
  await page.getByRole('tab', { name: 'Command line' }).click()
  await page.route('**/api/tokens', route => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Create project and token' }).click()
  await expect(page.getByRole('alert')).toContainText('No token was created.')
  await page.getByRole('button', { name: 'Create a token' }).click()
  await expect(page.getByLabel('commands', { exact: true })).toContainText(/EXHIBIT_TOKEN=svc_[\w-]{32}\n/)
  expect((await person.call<{ projects: object[] }>('GET', '/api/projects')).body.projects).toHaveLength(1)
})
