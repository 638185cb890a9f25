import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { pngImage } from '../../support/media/samples'

const commandsOf = (page: Page) => page.getByLabel('commands', { exact: true })
const withToken = /EXHIBIT_TOKEN=svc_[\w-]{32}\n/

/** Runs commands that a page shows, in a new folder with a screenshot. */
async function run(commands: string) {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-first-'))
  await writeFile(join(folder, 'screenshot.png'), await pngImage(1280, 800))
  await promisify(execFile)('sh', ['-e', '-c', commands], { cwd: folder })
  await rm(folder, { recursive: true })
}

test('a new account sees two commands, and a button fills in a new project and token', async ({
  page,
  person,
  open,
}) => {
  await open('/')
  await page.getByRole('tab', { name: 'Command line' }).click()
  const commands = commandsOf(page)
  await expect(commands).toContainText('EXHIBIT_TOKEN=svc_…')
  expect((await commands.innerText()).trim().split('\n')).toHaveLength(2)
  await expect(commands).toContainText('--project prj_…')
  await page.getByRole('button', { name: 'Create project and token' }).click()
  await expect(commands).toContainText(withToken)
  await expect(
    page.getByText('Created the project “First project” and the token “first-agent”.'),
  ).toBeVisible()
  // The server returns the token only once, so it must still be there after another tab was opened.
  await page.getByRole('tab', { name: 'Tell your agent' }).click()
  await page.getByRole('tab', { name: 'Command line' }).click()
  await expect(commands).toContainText(withToken)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await findingsInThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await run(await commands.innerText())
  await expect(page).toHaveURL(/\/reviews\/rev_/)
  await expect(page.getByRole('main', { name: 'Stage: Screenshot' })).toBeVisible()
  const { projects } = (await person.call<{ projects: { name: string }[] }>('GET', '/api/projects')).body
  expect(projects.map(each => each.name)).toEqual(['First project'])
})

test('if the token could not be created, a retry creates it in the project that exists', async ({
  page,
  person,
  open,
}) => {
  const projects = async () =>
    (await person.call<{ projects: { id: string }[] }>('GET', '/api/projects')).body.projects
  const commands = commandsOf(page)
  await open('/')
  await page.getByRole('tab', { name: 'Command line' }).click()
  await page.route('**/api/tokens', route => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Create project and token' }).click()
  await expect(page.getByRole('alert')).toContainText('No token was created.')
  await page.getByRole('button', { name: 'Create a token' }).click()
  await expect(commands).toContainText(withToken)
  const [project, ...others] = await projects()
  expect(others).toEqual([])

  await open('/')
  await page.getByRole('tab', { name: 'Command line' }).click()
  await expect(commands).toContainText(`--project ${project?.id}`)
  await page.getByRole('button', { name: 'Create a token' }).click()
  await expect(commands).toContainText(withToken)
  expect(await projects()).toHaveLength(1)
  const { tokens } = (
    await person.call<{ tokens: { name: string; projectId: string }[] }>('GET', '/api/tokens')
  ).body
  const created = { name: 'first-agent', projectId: project?.id }
  expect(tokens.filter(each => each.name === 'first-agent')).toMatchObject([created, created])

  await open(`/projects/${project?.id}`)
  await expect(page.getByLabel('Message for your agent')).toContainText(
    `push screenshot.png --project ${project?.id}`,
  )
})
