import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseTarGzip } from 'nanotar'
import { describe, expect, it } from 'vitest'
import type { ApiIndex } from '#shared/contract/meta'
import { baseEnvironment } from '../../support/server/child-process'
import { newFolder, packageUrl, unpackCli } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'
import { root } from '../../support/paths'
import { sharedServer } from '../../support/server/server'

const { server, person, png } = await sharedFixture()
const url = await packageUrl(server)
const run = promisify(execFile)

describe('the package of the command line', () => {
  it('the package of the command line is immutable, and its URL contains its version', async () => {
    expect(url).toMatch(new RegExp(`^${server.url}/cli-\\d+\\.\\d+\\.\\d+-[0-9a-f]{8}\\.tgz$`))
    const response = await fetch(url)
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
  })

  it.each(['/cli-1.0.0-00000000.tgz', '/cli-0.9.0.tgz', '/cli.tgz'])(
    'the URL of another version of the package redirects to the current one: %s',
    async path => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await fetch(server.url + path, { method, redirect: 'manual' })
        expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
          302,
          new URL(url).pathname,
          'no-store',
        ])
      }
      expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(404)
    },
  )

  it.each(['/cli-.tgz', '/cli-1.0.0.tar', '/client.tgz', '/cli-1.0.0/x.tgz'])(
    'the package of the command line does not exist at %s',
    async path => {
      expect((await fetch(server.url + path)).status).toBe(404)
    },
  )

  it('the command line’s package has the URL of its server, and the URL changes its version', async () => {
    const packageOf = async (address: string) => {
      const files = await parseTarGzip(await (await fetch(address)).arrayBuffer())
      return JSON.parse(files.find(each => each.name === 'package/package.json')?.text ?? '') as {
        version: string
        exhibit: { server: string }
      }
    }
    const moved = await sharedServer({ PUBLIC_URL: 'https://exhibit.example.com/' })
    const movedUrl = await packageUrl(moved)
    expect(movedUrl).toMatch(/^https:\/\/exhibit\.example\.com\/cli-/)
    const path = new URL(movedUrl).pathname
    const [own, other] = [await packageOf(url), await packageOf(moved.url + path)]
    expect([own.exhibit.server, other.exhibit.server]).toEqual([server.url, 'https://exhibit.example.com'])
    expect(other.version).not.toBe(own.version)
    // npx caches the first response of a URL, so the package of each server has a different URL.
    expect((await fetch(server.url + path)).url).toBe(url)
  })

  /** Returns whether a value is an abbreviated commit, or null as in a build without a repository. */
  const isCommit = (value: unknown) => value === null || /^[0-9a-f]{10,40}(?:-dirty)?$/.test(String(value))

  it('the command line’s package has no dependencies, and contains third-party licenses', async () => {
    const files = await parseTarGzip(await (await fetch(url)).arrayBuffer())
    const read = (name: string) => files.find(each => each.name === `package/${name}`)?.text ?? ''
    const names = files.map(each => each.name.slice('package/'.length))
    expect(names.filter(name => !/^shared-\w+\.mjs$/.test(name)).sort()).toEqual([
      ...['LICENSE', 'NOTICE', 'README.md', 'exhibit.mjs', 'options.d.ts', 'package.json'],
      ...['playwright-test.d.ts', 'playwright-test.mjs', 'playwright.d.ts', 'playwright.mjs'],
      ...['vitest.d.ts', 'vitest.mjs'],
    ])
    const hash = /-([0-9a-f]{8})\.tgz$/.exec(url)?.[1]
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
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
        './playwright-test': { types: './playwright-test.d.ts', default: './playwright-test.mjs' },
        './vitest': { types: './vitest.d.ts', default: './vitest.mjs' },
        './package.json': './package.json',
      },
      engines: { node: '>=22.12' },
      exhibit: { server: server.url, commit: expect.toSatisfy(isCommit) as unknown },
      // pnpm and Yarn need only `peerDependenciesMeta` to find the types of the test runners. If
      // `peerDependencies` listed versions, npx would request both test runners and all their dependencies
      // from a registry at each first run.
      peerDependenciesMeta: { '@playwright/test': { optional: true }, 'vitest': { optional: true } },
    })
    for (const name of ['commander', '@clack/prompts', '@clack/core', 'mediabunny', 'p-limit'])
      expect(read('NOTICE')).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(read('NOTICE')).toContain('Mozilla Public License Version 2.0')
    // The command line contains only types of the contract, because zod and the schemas are large.
    for (const name of names) expect(read(name)).not.toContain('ZodObject')
  })

  it('the index, the quickstart and the documentation contain the npx command of the package', async () => {
    const index = (await (await fetch(`${server.url}/v1`)).json()) as ApiIndex
    expect(index.commandLine).toEqual({ npx: `npx --yes ${url}`, package: url, clientId: 'exhibit-cli' })
    for (const path of ['/docs/cli.md', '/developers']) {
      const response = await fetch(server.url + path, { headers: { accept: 'text/markdown' } })
      expect(await response.text()).toContain(`npx --yes ${url} push screenshot.png`)
    }
    const page = await (await fetch(`${server.url}/developers`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(`npx --yes ${url} push screenshot.png`)
  })

  it.each([
    ['20.20.2', 6],
    ['22.11.9', 6],
    ['22.12.0', 0],
    ['24.0.0', 0],
  ])(
    'the package on Node.js %s ends with exit code %i before it loads code for newer versions',
    async (version, code) => {
      const cli = await unpackCli(server)
      const pretended = { ...process.versions, node: version }
      const source = `Object.defineProperty(process, 'versions', { value: ${JSON.stringify(pretended)} })`
      const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` }
      const shown = await cli.run(['completion', 'bash'], { env })
      expect(shown.code).toBe(code)
      if (code === 0) return
      const message = `Exhibit's command line needs Node.js 22.12 or later; you have ${version}.`
      const hint =
        `Run it with a newer one from npm: npx --yes -p node@24 -p ${url} exhibit, with the same ` +
        `arguments. Or use plain HTTP: ${server.url}/skill/references/http.md`
      expect([shown.stdout, shown.stderr]).toEqual(['', `exhibit: ${message} ${hint}\n`])
      expect(await cli.json(['push', 'a.png'], { env })).toEqual({
        code,
        body: { error: { code: 'old_node', message, hint, field: null, exitCode: code } },
      })
    },
  )

  it('Node.js parses less than 4,000 characters before the package checks the Node.js version', async () => {
    const files = await parseTarGzip(await (await fetch(url)).arrayBuffer())
    const read = (name: string) => files.find(each => each.name === `package/${name}`)?.text ?? ''
    const parsed = new Set(['exhibit.mjs'])
    for (const name of parsed)
      for (const [, imported] of read(name).matchAll(/(?:from|import)\s*"\.\/([\w.-]+)"/g))
        parsed.add(imported ?? '')
    expect([...parsed].map(read).join('').length).toBeLessThan(4000)
  })

  it('the package of the command line runs with `npx` and after `npm install --global`', async () => {
    const folder = await newFolder('npm')
    await writeFile(join(folder, 'a.png'), png)
    const env = {
      ...baseEnvironment,
      HOME: folder,
      npm_config_cache: join(folder, 'cache'),
      // EXHIBIT_URL is not set, because the package contains the URL of its server.
      EXHIBIT_TOKEN: await person.token(),
    }
    const args = ['push', 'a.png', '--ref', 'npx', '--json']
    const byNpx = await run('npx', ['--yes', url, ...args], { cwd: folder, env })
    expect(JSON.parse(byNpx.stdout)).toMatchObject({ files: [{ outcome: 'created' }] })
    const earlier = await run('npx', ['--yes', `${server.url}/cli-0.9.0-00000000.tgz`, ...args], {
      cwd: folder,
      env,
    })
    expect(JSON.parse(earlier.stdout)).toMatchObject({ files: [{ outcome: 'unchanged' }] })
    await run('npm', ['install', '--global', '--prefix', folder, url], { cwd: folder, env })
    const installed = await run(join(folder, 'bin/exhibit'), args, { cwd: folder, env })
    expect(JSON.parse(installed.stdout)).toMatchObject({ files: [{ outcome: 'unchanged' }] })
  })
})

describe('/docs/cli.md', () => {
  it('/docs/cli.md lists every command and every exit code of the help', async () => {
    const cli = await unpackCli(server)
    const text = await (await fetch(`${server.url}/docs/cli.md`)).text()
    const { code, stdout } = await cli.run(['--help'])
    expect(code).toBe(0)
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*/gm)].map(([, name]) => name)
    expect(commands.length).toBeGreaterThan(9)
    for (const name of commands) expect(text).toMatch(new RegExp(`\`${name}[ \`]`))
    for (const exitCode of [0, 1, 2, 3, 4, 5, 6]) {
      expect(stdout).toMatch(new RegExp(`\\s${exitCode} \\w`))
      expect(text).toContain(`\n| ${exitCode} |`)
    }
  })
})

it('the help of every command includes the global options', async () => {
  const cli = await unpackCli(server)
  for (const command of ['push', 'login', 'feedback', 'wait', 'skill install']) {
    const { stdout } = await cli.run([...command.split(' '), '--help'])
    for (const option of ['--json', '--server <url>', '--no-login']) expect(stdout).toContain(option)
  }
  for (const command of ['', 'push', 'skill install']) {
    const words = command.split(' ').filter(Boolean)
    const { code, stdout } = await cli.run(['help', ...words])
    expect([code, stdout]).toEqual([0, (await cli.run([...words, '--help'])).stdout])
    expect((await cli.json<{ help: string }>(['help', ...words])).body).toEqual({ help: stdout.slice(0, -1) })
  }
  const { stdout } = await cli.run(['push', '--help'])
  for (const shown of ['--before <file>', '--after <file>', 'Examples:']) expect(stdout).toContain(shown)
})

it('without arguments and a terminal, every command except `login` ends with exit code 2', async () => {
  const cli = await unpackCli(server)
  const commands = ['', 'push', 'feedback', 'reply', 'address', 'wait', 'watch', 'open', 'completion']
  for (const command of commands) {
    const { code, stdout, stderr } = await cli.run(command ? [command] : [])
    expect([command, code, stdout]).toEqual([command, 2, ''])
    // The output has no cursor codes without a terminal.
    expect(stderr).not.toContain('\u001b')
  }
})
