import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseTarGzip } from 'nanotar'
import { describe, expect, it } from 'vitest'
import type { ApiIndex } from '#shared/contract/meta'
import { baseEnvironment } from '../../support/child-process'
import { newFolder, packageUrl, unpackCli } from '../../support/cli'
import { sharedFixture } from '../../support/fixture'
import { root } from '../../support/paths'

const { server, person, png } = await sharedFixture()
const url = await packageUrl(server)
const run = promisify(execFile)

describe('the package of the command line', () => {
  it('is served without credentials, to be cached for ever, at an address with its version', async () => {
    expect(url).toMatch(new RegExp(`^${server.url}/cli-\\d+\\.\\d+\\.\\d+-[0-9a-f]{8}\\.tgz$`))
    const response = await fetch(url)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await fetch(url.replace(/-[0-9a-f]{8}\./, '-00000000.'))).status).toBe(404)
  })

  it('is three entries without dependencies, with types and the licences of what is in it', async () => {
    const files = await parseTarGzip(await (await fetch(url)).arrayBuffer())
    const read = (name: string) => files.find(each => each.name === `package/${name}`)?.text ?? ''
    const names = files.map(each => each.name.slice('package/'.length))
    expect(names.filter(name => !/^shared-\w+\.mjs$/.test(name)).sort()).toEqual([
      ...['LICENSE', 'NOTICE', 'README.md', 'exhibit.mjs', 'options.d.ts', 'package.json'],
      ...['playwright.d.ts', 'playwright.mjs', 'vitest.d.ts', 'vitest.mjs'],
    ])
    const hash = /-([0-9a-f]{8})\.tgz$/.exec(url)?.[1]
    const { version } = JSON.parse(await readFile(join(root, 'cli/package.json'), 'utf8')) as {
      version: string
    }
    expect(JSON.parse(read('package.json'))).toEqual({
      name: 'exhibit-cli',
      version: `${version}+${hash}`,
      description: expect.any(String),
      license: 'MIT',
      type: 'module',
      bin: { exhibit: 'exhibit.mjs' },
      exports: {
        './playwright': { types: './playwright.d.ts', default: './playwright.mjs' },
        './vitest': { types: './vitest.d.ts', default: './vitest.mjs' },
        './package.json': './package.json',
      },
      engines: { node: '>=22.12' },
      // pnpm and Yarn need no more to find the types of the test runners. For versions in `peerDependencies`,
      // npx would ask a registry about both and all their dependencies at each first run.
      peerDependenciesMeta: { '@playwright/test': { optional: true }, 'vitest': { optional: true } },
    })
    for (const name of ['commander', '@clack/prompts', '@clack/core', 'mediabunny', 'p-limit'])
      expect(read('NOTICE')).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(read('NOTICE')).toContain('Mozilla Public License Version 2.0')
    // zod and the schemas of the contract are heavy: the command line has types of them only.
    for (const name of names) expect(read(name)).not.toContain('ZodObject')
  })

  it('is named by the index, the quickstart and the documentation, in the command that runs it', async () => {
    const index = (await (await fetch(`${server.url}/v1`)).json()) as ApiIndex
    expect(index.commandLine).toEqual({ npx: `npx --yes ${url}`, package: url, clientId: 'exhibit-cli' })
    for (const path of ['/docs/cli.md', '/developers']) {
      const response = await fetch(server.url + path, { headers: { accept: 'text/markdown' } })
      expect(await response.text()).toContain(`npx --yes ${url} push screenshot.png`)
    }
    const page = await (await fetch(`${server.url}/developers`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(`npx --yes ${url} push screenshot.png`)
  })

  it('runs by npx and by npm install --global', async () => {
    const folder = await newFolder('npm')
    await writeFile(join(folder, 'a.png'), png)
    const env = {
      ...baseEnvironment,
      HOME: folder,
      npm_config_cache: join(folder, 'cache'),
      EXHIBIT_URL: server.url,
      EXHIBIT_TOKEN: await person.token(),
    }
    const args = ['push', 'a.png', '--ref', 'npx', '--json']
    const byNpx = await run('npx', ['--yes', url, ...args], { cwd: folder, env })
    expect(JSON.parse(byNpx.stdout)).toMatchObject({ files: [{ outcome: 'created' }] })
    await run('npm', ['install', '--global', '--prefix', folder, url], { cwd: folder, env })
    const installed = await run(join(folder, 'bin/exhibit'), args, { cwd: folder, env })
    expect(JSON.parse(installed.stdout)).toMatchObject({ files: [{ outcome: 'unchanged' }] })
  })
})

describe('/docs/cli.md', () => {
  it('names every command, and the exit codes that the help names', async () => {
    const cli = await unpackCli(server)
    const text = await (await fetch(`${server.url}/docs/cli.md`)).text()
    const { code, stdout } = await cli.run(['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(9)
    for (const name of commands) expect(text).toMatch(new RegExp(`\`${name}[ \`]`))
    for (const exitCode of [0, 1, 2, 3, 4, 5]) {
      expect(stdout).toMatch(new RegExp(`[ ,]${exitCode} [a-z]`))
      expect(text).toContain(`\n| ${exitCode} |`)
    }
  })
})

it('without arguments and without a terminal every command ends by itself', async () => {
  const cli = await unpackCli(server)
  const commands = [
    '',
    'login',
    'push',
    'feedback',
    'reply',
    'address',
    'wait',
    'watch',
    'open',
    'completion',
  ]
  for (const command of commands) {
    const { code, stdout, stderr } = await cli.run(command ? [command] : [])
    expect([command, code, stdout]).toEqual([command, 2, ''])
    // No cursor codes: nobody sees them.
    expect(stderr).not.toContain('\u001b')
  }
})
