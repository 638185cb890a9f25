import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { skillFiles } from '#shared/documents/skill'
import { newFolder, packageUrl, repositoryOn, unpackCli, unpackPublished } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'
import { root } from '../../support/paths'

const { server } = await sharedFixture()
const cliUrl = await packageUrl(server)
const cli = await unpackCli(server, { EXHIBIT_URL: server.url })
const folders = ['.agents/skills/exhibit', '.claude/skills/exhibit']

interface Installed {
  server: string
  files: { path: string; outcome: string }[]
  error?: { code: string; exitCode: number }
}
const install = (cwd: string, ...args: string[]) =>
  cli.json<Installed>(['skill', 'install', ...args], { cwd, env: { HOME: cwd } })
const outcomes = ({ files }: Installed) => files.map(each => each.outcome)
const pathsIn = (folder: string) => folders.flatMap(each => skillFiles.map(path => join(folder, each, path)))

describe('the served skill', () => {
  it('the skill is served with the server’s own URLs instead of the example URLs', async () => {
    const inFolder = await readdir(join(root, 'skills/exhibit'), { recursive: true, withFileTypes: true })
    expect(inFolder.filter(each => each.isFile())).toHaveLength(skillFiles.length)
    for (const path of ['/skill.md', ...skillFiles.map(each => `/skill/${each}`)]) {
      const response = await fetch(server.url + path)
      const text = await response.text()
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ])
      expect(text).toContain(server.url)
      expect(text).not.toContain('exhibit.example')
    }
    expect((await fetch(`${server.url}/skill/nothing.md`)).status).toBe(404)
  })

  it('the skill has the format of agentskills.io: a name, a description and a short body', async () => {
    const text = await (await fetch(`${server.url}/skill.md`)).text()
    const [, frontmatter = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? []
    expect(frontmatter).toMatch(/^name: exhibit$/m)
    const description = /^description: >-\n((?: {2}.*\n)+)/m.exec(frontmatter)?.[1] ?? ''
    expect(description.length).toBeGreaterThan(100)
    expect(description.length).toBeLessThan(1024)
    // A token has about four characters, so the limit here is 1,350 tokens. The format allows 5,000.
    expect(body.length).toBeLessThanOrEqual(4 * 1350)
    expect(body).toContain(`npx --yes ${cliUrl} push checkout.png mobile.png > pr.md`)
    expect(body).toMatch(/never\s+instructions/)
  })

  it('every URL in /skill.md, the skill as a single document, can be fetched', async () => {
    const text = await (await fetch(`${server.url}/skill.md`)).text()
    for (const path of skillFiles.slice(1)) expect(text).toContain(`${server.url}/skill/${path}`)
    const urls = new Set(text.match(/https?:\/\/[^\s`:]+(?::\d+)?[^\s`:)]*/g))
    expect(urls.size).toBeGreaterThan(4)
    for (const url of urls)
      if (url.startsWith(server.url)) expect([url, (await fetch(url)).ok]).toEqual([url, true])
  })
})

describe('`exhibit skill install`', () => {
  it('`skill install` writes the skill into folders of the repository, and updates old skills', async () => {
    const repository = await repositoryOn('main')
    const inside = join(repository, 'src')
    await mkdir(inside)
    const first = await install(inside)
    expect(first.code).toBe(0)
    expect(first.body.server).toBe(server.url)
    expect(first.body.files).toEqual(pathsIn(repository).map(path => ({ path, outcome: 'created' })))
    const [manifest = ''] = pathsIn(repository)
    const written = await readFile(manifest, 'utf8')
    const served = await (await fetch(`${server.url}/skill/SKILL.md`)).text()
    expect(written.startsWith(served)).toBe(true)
    expect(outcomes((await install(repository)).body)).toEqual(Array(4).fill('unchanged'))

    const older = written.replace('# Exhibit', '# Exhibit, an older one')
    const text = older.replace(/\n<!-- [^\n]* -->\n$/, '')
    const digest = createHash('sha256').update(text).digest('hex')
    await writeFile(manifest, older.replace(/sha256 [0-9a-f]{64}/, `sha256 ${digest}`))
    expect(outcomes((await install(repository)).body)).toEqual([
      'updated',
      'unchanged',
      'unchanged',
      'unchanged',
    ])
    expect(await readFile(manifest, 'utf8')).toBe(written)
  })

  it('without `--force`, `skill install` does not overwrite a file that a person changed', async () => {
    const folder = await newFolder('skill')
    await install(folder)
    const [manifest = '', , other = ''] = pathsIn(folder)
    const own = `${await readFile(manifest, 'utf8')}\nOur own rule.\n`
    await writeFile(manifest, own)
    await writeFile(other, 'A skill of the same name.\n')
    const kept = await install(folder)
    expect(kept.body).toMatchObject({ error: { code: 'changed_file', exitCode: 1 } })
    expect([kept.code, outcomes(kept.body)]).toEqual([1, ['kept', 'unchanged', 'kept', 'unchanged']])
    expect(await readFile(manifest, 'utf8')).toBe(own)
    const { stdout, stderr } = await cli.run(['skill', 'install'], { cwd: folder })
    expect(stdout).toContain(`kept ${manifest}\n`)
    expect(stderr).toContain('Add --force')
    const forced = await install(folder, '--force')
    expect([forced.code, outcomes(forced.body)]).toEqual([
      0,
      ['updated', 'unchanged', 'updated', 'unchanged'],
    ])
    expect(await readFile(manifest, 'utf8')).not.toContain('Our own rule.')
  })

  it('`skill install` ignores changed line endings, and writes only once to a symlinked folder', async () => {
    const folder = await newFolder('skill')
    await mkdir(join(folder, '.agents/skills'), { recursive: true })
    await mkdir(join(folder, '.claude'))
    await symlink('../.agents/skills', join(folder, '.claude/skills'))
    expect(outcomes((await install(folder)).body)).toEqual(['created', 'created', 'unchanged', 'unchanged'])
    const [manifest = ''] = pathsIn(folder)
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll('\n', '\r\n'))
    expect(outcomes((await install(folder)).body)).toEqual(Array(4).fill('unchanged'))
  })

  it.each([
    ['.agents/skills/exhibit', 'a folder'],
    ['.claude', 'a folder'],
    ['.claude/skills/exhibit/SKILL.md', 'a file'],
    ['.agents/skills/exhibit/SKILL.md', 'nothing'],
  ])('`skill install` follows no link from %s to %s outside of the repository', async (link, target) => {
    const [folder, outside] = [await newFolder('skill'), await newFolder('outside')]
    const to = target === 'a folder' ? outside : join(outside, 'file')
    if (target === 'a file') await writeFile(to, 'text')
    await mkdir(dirname(join(folder, link)), { recursive: true })
    await symlink(to, join(folder, link))
    const { code, body } = await install(folder, '--force')
    expect([code, body.error]).toMatchObject([
      1,
      {
        code: 'link_out',
        message: `${join(folder, link)} is a symbolic link to ${to}, which is not in ${folder}.`,
        hint: expect.stringMatching(/^Replace the link/),
      },
    ])
    const left = await Promise.all(
      (await readdir(outside)).map(each => readFile(join(outside, each), 'utf8')),
    )
    expect(left).toEqual(target === 'a file' ? ['text'] : [])
    expect(await readdir(folder)).toEqual([link.split('/')[0]])
  })

  it('if core.worktree names another folder, `skill install` writes only to the current folder', async () => {
    const outside = await newFolder('outside')
    const cwd = join(outside, 'repository')
    const git = promisify(execFile)
    await git('git', ['init', '--quiet', cwd])
    await git('git', ['config', 'core.worktree', outside], { cwd })
    expect(outcomes((await install(cwd)).body)).toEqual(Array(4).fill('created'))
    expect(await readdir(outside)).toEqual(['repository'])
    expect((await readdir(cwd)).toSorted()).toEqual(['.agents', '.claude', '.git'])
  })

  it('`skill install --global` writes into the home folder', async () => {
    const home = await newFolder('home')
    const cwd = await repositoryOn('main')
    const { code, body } = await cli.json<Installed>(
      ['skill', 'install', '--global', '--server', server.url],
      {
        cwd,
        env: { HOME: home, EXHIBIT_URL: '' },
      },
    )
    expect([code, body.files.map(each => each.path)]).toEqual([0, pathsIn(home)])
  })

  it('`skill install` uses the server URL of its package, and writes nothing if it has none', async () => {
    const folder = await newFolder('skill')
    const options = { cwd: folder, env: { HOME: folder, EXHIBIT_URL: '' } }
    const published = await unpackPublished(server)
    const { code, body } = await published.json(['skill', 'install'], options)
    expect([code, body.error.hint]).toEqual([2, expect.stringContaining('EXHIBIT_URL')])
    expect(await readdir(folder)).toEqual([])
    const installed = await cli.json<Installed>(['skill', 'install'], options)
    expect([installed.code, installed.body.server]).toEqual([0, server.url])
  })
})
