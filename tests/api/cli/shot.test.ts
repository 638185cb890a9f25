import { execFile, type ChildProcess } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import type { EvidenceAddress, FileToSend } from '#shared/contract/evidence'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { ReviewPayload } from '#shared/contract/review'
import type { PrintedError } from '../../../cli/failure'
import type { PushResult } from '../../../cli/push/push'
import { endOf, newFolder, unpackCli } from '../../support/cli/cli'
import { annotate } from '../../support/reviews/comments'
import { servedRepository } from '../../support/cli/served-repository'
import { isRunning } from '../../support/server/processes'
import { sharedFixture } from '../../support/server/fixture'
import { startStub } from '../../support/stubs/http-stub'

const { server, person, agent } = await sharedFixture()
const temporary = await newFolder('temporary')
const cli = await unpackCli(server, {
  EXHIBIT_URL: server.url,
  EXHIBIT_TOKEN: await person.token(),
  CHROMIUM_PATH: process.env.CHROMIUM_PATH,
  TMPDIR: temporary,
})
const cwd = await servedRepository()
const serve = ['--serve', 'node server.mjs']
const address = 'http://127.0.0.1:{port}'
const soon = ['--timeout', '0.5']
const page = await startStub((request, response) => {
  if (request.url === '/never') return
  const source = { '/package': '/cart.js:7', '/foreign': '/src/none.js:7' }[request.url ?? '']
  response.setHeader('content-type', 'text/html').end(`<h1 data-source="${source ?? ''}">Page</h1>`)
})

type Result = PushResult & { error?: PrintedError; warnings: { code: string; message: string }[] }
const shot = (args: string[], env?: NodeJS.ProcessEnv) => cli.json<Result>(['shot', ...args], { cwd, env })
const readReview = async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
const contextOf = async (revisionId: string | null | undefined) =>
  (await agent<RevisionContext>('GET', `/v1/revisions/${revisionId}/context`)).body

/** Returns the temporary folders and worktrees, which commands must not leave behind. */
async function leftovers(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['worktree', 'list', '--porcelain'], { cwd })
  const worktrees = stdout.split('\n').filter(line => line.startsWith('worktree '))
  // npm creates this folder in the folder for temporary files, so it is not counted.
  const files = (await readdir(temporary)).filter(each => each !== 'node-compile-cache')
  return [...files, ...worktrees.slice(1)]
}

describe('`exhibit shot`', () => {
  it('`shot` sends each page at each width with its elements, and a second run adds revisions', async () => {
    const args = [`${address}/`, `${address}/cart?tab=2`, ...serve, '--widths', '390,800', '--ref', 'sizes']
    const { code, body } = await shot(args)
    expect([code, body.files.map(each => each.title)]).toEqual([
      0,
      ['Home, 390 px', 'Home, 800 px', 'Cart ?tab=2, 390 px', 'Cart ?tab=2, 800 px'],
    ])
    const { artifacts } = await readReview(body.review.id)
    expect(artifacts).toMatchObject([
      { route: '/', viewport: { width: 390, height: 844 }, currentRevision: { width: 390, height: 844 } },
      { route: '/', viewport: { width: 800, height: 1024 }, currentRevision: { width: 800, height: 1024 } },
      { route: '/cart?tab=2', viewport: { width: 390 } },
      { route: '/cart?tab=2', viewport: { width: 800 } },
    ])
    const context = await contextOf(body.files[0]?.revisionId)
    expect(context.page).toMatchObject({ title: 'Shop', colorScheme: 'light' })
    expect(context.elements).toContainEqual(
      expect.objectContaining({
        role: 'heading',
        name: 'New cart Welcome today',
        selector: 'h1',
        source: 'src/cart.js:7',
      }),
    )
    expect(context.elements).toContainEqual(
      expect.objectContaining({ role: 'button', name: 'Menu', source: 'src/cart.js:9' }),
    )
    // Elements that the developer tools of frameworks add to the page are hidden.
    expect(context.elements.map(each => each.name)).not.toContain('1.3 s')
    expect(context.aria).toContain('- heading "New cart Welcome today" [level=1]\n')
    expect((await shot(args)).body.files.map(each => each.outcome)).toEqual(Array(4).fill('unchanged'))
    expect(await leftovers()).toEqual([])
  })

  it('`shot --before` sends pairs of the commit and the working tree, each from its own server', async () => {
    const { code, body } = await shot([`${address}/`, ...serve, '--before', 'main', '--ref', 'pairs'])
    expect(code).toBe(0)
    const [artifact] = (await readReview(body.review.id)).artifacts
    expect(artifact?.title).toBe('Home, 1280 px')
    expect(artifact?.revisions).toMatchObject([{ isBefore: true }, { isBefore: false }])
    const names = await Promise.all(
      (artifact?.revisions ?? []).map(async ({ id }) => {
        const { elements } = await contextOf(id)
        return elements.find(each => each.role === 'heading')
      }),
    )
    expect(names).toMatchObject([
      { name: 'Old cart Welcome today', source: 'src/cart.js:7' },
      { name: 'New cart Welcome today', source: 'src/cart.js:7' },
    ])
    expect(await leftovers()).toEqual([])
  })

  it('`shot --before` installs the packages of an earlier commit if its lock file differs', async () => {
    const lock = join(cwd, 'package-lock.json')
    const packages = { '': { name: 'shop', version: '2.0.0' } }
    await writeFile(lock, JSON.stringify({ name: 'shop', lockfileVersion: 3, packages }))
    const args = ['shot', `${address}/`, ...serve, '--before', 'main', '--ref', 'installed']
    const { code, stderr } = await cli.run(args, { cwd })
    await promisify(execFile)('git', ['checkout', '--quiet', 'package-lock.json'], { cwd })
    expect(stderr).toContain('Installing the packages of main: npm ci\n')
    // The lock file lists no packages, so the server cannot load a package in the worktree. Node prints
    // brackets after the error.
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /"node server\.mjs" in the worktree of main ended before .*; its output has: Error \[ERR_MODULE/,
      ),
    ])
    expect(await leftovers()).toEqual([])
  })

  it('`shot --before` refuses to run in a folder that was a symbolic link in the old commit', async () => {
    const outside = await newFolder('outside')
    const git = (...args: string[]) => promisify(execFile)('git', args, { cwd })
    const web = join(cwd, 'web')
    await git('checkout', '--quiet', '-b', 'linked')
    await symlink(outside, web)
    await git('add', 'web')
    await git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '--quiet', '-m', 'Link')
    await git('checkout', '--quiet', '-')
    await mkdir(web)
    await writeFile(join(web, '.env'), 'SECRET=1')
    const args = ['shot', `${address}/`, ...serve, '--before', 'linked', '--ref', 'linked']
    const { code, stderr } = await cli.run(args, { cwd: web })
    await rm(web, { recursive: true })
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('The folder "web" is a link in the state of --before.'),
    ])
    expect(await readdir(outside)).toEqual([])
    expect(await leftovers()).toEqual([])
  })

  it('`shot` can click, wait, use the dark color scheme, and capture the whole page', async () => {
    const steps = ['--click', 'text=menu', '--wait-for', 'nav a', '--dark', '--full', '--scale', '2']
    const { code, body } = await shot([`${address}/`, ...serve, ...steps, '--widths', '400'])
    expect(code).toBe(0)
    const { artifacts } = await readReview(body.review.id)
    expect(artifacts).toMatchObject([
      { title: 'Home, after menu, 400 px', currentRevision: { width: 800, height: 4000 } },
      { title: 'Home, after menu, 400 px, dark' },
    ])
    const { page, elements } = await contextOf(body.files[1]?.revisionId)
    expect(page).toMatchObject({ colorScheme: 'dark', deviceScaleFactor: 2 })
    expect(elements).toContainEqual(expect.objectContaining({ tag: 'footer', box: [0, 0.75, 0.5, 0.05] }))
    const original = await fetch(artifacts[0]?.currentRevision?.downloadUrl ?? '')
    const area = { left: 10, top: 3010, width: 300, height: 180 }
    const footer = sharp(await original.arrayBuffer()).extract(area)
    const { channels } = await sharp(await footer.png().toBuffer()).stats()
    expect(channels.map(each => Math.round(each.mean / 64))).toEqual([4, 0, 0])
    // The source file of this element is outside of the repository, so it is not stated.
    expect(elements).toContainEqual(expect.objectContaining({ name: 'Account', source: null }))
  })

  it('`shot --out` sends nothing, and writes pictures with contexts that a form can send later', async () => {
    const out = await newFolder('pictures')
    const signedOut = { EXHIBIT_TOKEN: '', EXHIBIT_URL: 'http://127.0.0.1:9' }
    const args = ['shot', `${address}/`, ...serve, '--before', 'main', '--scenario', 'start', '--out', out]
    const names = ['before', 'after'].map(state => join(out, state, 'home-start-1280-px'))
    const paths = names.flatMap(name => [`${name}.png`, `${name}.json`])
    const { code, stdout, stderr } = await cli.run(args, { cwd, env: signedOut })
    expect([code, stdout, stderr]).toEqual([
      0,
      `${paths.join('\n')}\n`,
      'Nothing was sent. The same command without --out sends the files with their contexts.\n',
    ])
    // Running the same command again replaces the files.
    await writeFile(paths[0] ?? '', 'Earlier')
    const { body } = await cli.json<{ files: FileToSend[] }>(args, { cwd, env: signedOut })
    const described = { title: 'Home, start, 1280 px', route: '/', scenario: 'start' }
    expect(body).toMatchObject({
      files: [
        { ...described, path: paths[0], contextPath: paths[1], isBefore: true },
        { ...described, path: paths[2], contextPath: paths[3] },
      ],
      warnings: [],
    })
    expect(await leftovers()).toEqual([])

    const form = new FormData()
    for (const [index, path] of paths.entries())
      form.append(index % 2 === 0 ? 'files' : 'context', new File([await readFile(path)], basename(path)))
    form.set('externalRef', 'kept')
    const items = body.files.map(({ path: _, contextPath: __, ...item }) => item)
    form.set('items', JSON.stringify(items))
    const sent = await agent<SubmittedEvidence>('POST', '/v1/evidence', form)
    expect(sent.body.files).toMatchObject([{ outcome: 'created' }, { outcome: 'revised' }])
    const at = { geometry: { x: 0.02, y: 0.02 } }
    const { elements } = await annotate(person.call, sent.body.files[1]?.artifactId ?? '', 'Larger.', at)
    expect(elements[0]).toMatchObject({ name: 'New cart Welcome today', source: 'src/cart.js:7' })

    // The list of files can be passed to the MCP tool without changes.
    const { files } = body
    const call = { files, externalRef: 'kept-by-address' }
    const { command } = (await agent<EvidenceAddress>('POST', '/v1/evidence/address', call)).body
    const { stdout: text } = await promisify(execFile)('sh', ['-c', command])
    expect(text).toContain('Home, start, 1280 px')
  })

  it('`shot` uses the port that a server prints, and warns of a page with an error status', async () => {
    const own = ['--serve', 'node server.mjs own']
    const { code, body } = await shot([`${address}/missing`, ...own, '--title', 'Missing', '--ref', 'own'])
    expect([code, body.files[0]?.title, body.warnings]).toEqual([
      0,
      'Missing',
      [{ code: 'page_status', message: expect.stringMatching(/\/missing responded with status 404\.$/) }],
    ])
  })

  it('`shot` finds the source files of a page, and warns if they belong to another repository', async () => {
    const args = [`${page.url}/package`, `${page.url}/foreign`, '--out', await newFolder('sources')]
    const { code, body } = await cli.json<{ files: FileToSend[]; warnings: Result['warnings'] }>(
      ['shot', ...args],
      { cwd },
    )
    const contexts = await Promise.all(
      body.files.map(
        async each => JSON.parse(await readFile(each.contextPath ?? '', 'utf8')) as RevisionContext,
      ),
    )
    expect([code, contexts.map(({ elements }) => elements[0]?.source)]).toEqual([0, ['src/cart.js:7', null]])
    expect(body.warnings).toEqual([
      {
        code: 'foreign_source',
        message: expect.stringContaining(`${page.url}/foreign says where its code is`),
      },
    ])
  })

  it('SIGINT ends `shot` with its server and its browser, and removes its worktree', async () => {
    const pidFile = join(cwd, 'node_modules/pid')
    await writeFile(
      join(cwd, 'silent.mjs'),
      "import { writeFileSync } from 'node:fs'\n" +
        `writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))\nsetInterval(() => {}, 1000)\n`,
    )
    const command = `node ${join(cwd, 'silent.mjs')}`
    const child = cli.start(['shot', `${address}/`, '--serve', command, '--before', 'main'], { cwd })
    const pid = await numberIn(pidFile, child)
    expect((await leftovers()).length).toBeGreaterThan(0)
    child.kill('SIGINT')
    const { code } = await endOf(child)
    expect([code, isRunning(pid), await leftovers()]).toEqual([130, false, []])
    await rm(pidFile)
  })

  it.each<[string, string[], number, string]>([
    ['an unknown commit', [`${address}/`, ...serve, '--before', 'no'], 2, 'git knows no commit "no" here.'],
    ['no server', [`${address}/`], 2, `"${address}/" has {port}, but there is no --serve.`],
    ['--before alone', [`${page.url}/`, '--before', 'main'], 2, '--before needs --serve'],
    ['a running server', [`${page.url}/`, ...serve], 2, 'responds already, so "--serve"'],
    ['no address', ['cart'], 2, '"cart" is not an address.'],
    ['equal titles', [`${page.url}/a`, 'http://127.0.0.2/a'], 2, 'have the same title, "A, 1280 px".'],
    ['a width of 99', [page.url, '--widths', '99'], 2, 'Give whole numbers from 100 to 8000'],
    ['a width of 8001', [page.url, '--widths', '390,8001'], 2, 'Give whole numbers from 100 to 8000'],
    ['a scale of 3.1', [page.url, '--scale', '3.1'], 2, 'Give a number from 1 to 3.'],
    [
      '--out with --ref',
      [page.url, '--out', 'shots'],
      2,
      "'--out <folder>' cannot be used with option '--ref",
    ],
    ['51 pictures', [page.url, '--widths', widths(51)], 2, 'These are 51 pictures; the limit is 50.'],
    ['a wrong selector', [page.url, '--click', 'a[['], 2, '"a[[" is not a CSS selector.'],
    [
      'no element',
      [page.url, '--wait-for', '.no', ...soon],
      1,
      'No visible element matched ".no" within 0.5 s.',
    ],
    ['a command that ends', [`${address}/`, '--serve', 'echo Oops; exit 3'], 1, 'ended before'],
    ['a silent server', [`${address}/`, '--serve', 'sleep 60', ...soon], 1, 'did not respond within 0.5 s'],
    ['a silent page', [`${page.url}/never`, ...soon], 1, 'did not load: no response within 0.5 s.'],
    ['no page', ['http://127.0.0.1:9/'], 1, 'did not load: ERR_'],
  ])('`shot` sends nothing for %s', async (_name, args, exitCode, message) => {
    const { code, body } = await shot([...args, '--ref', 'refused'])
    expect([code, body.error?.message]).toEqual([exitCode, expect.stringContaining(message)])
    expect((await cli.json(['feedback', '--ref', 'refused'], { cwd })).body.error.code).toBe('no_review')
    expect(await leftovers()).toEqual([])
  })

  it('`shot` stops a server that left its process group, and works with a linked node_modules', async () => {
    const modules = join(cwd, 'node_modules')
    const linked = join(await newFolder('packages'), 'node_modules')
    await rename(modules, linked)
    await symlink(linked, modules)
    const command = ['--serve', 'timeout 900 node server.mjs', '--before', 'main']
    const { code, body } = await shot([`${address}/`, ...command, '--ref', 'bounded'])
    await rm(modules)
    await rename(linked, modules)
    expect([code, body.files.map(each => each.outcome)]).toEqual([0, ['created', 'revised']])
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args='])
    expect(stdout).not.toContain('timeout 900 node server.mjs')
    expect(await leftovers()).toEqual([])
  })

  it('`shot` reports a missing project before it starts the server of a page', async () => {
    const command = ['--serve', 'touch started; node server.mjs']
    const { code, body } = await shot([`${address}/`, ...command, '--project', 'none', '--ref', 'none'])
    expect([code, body.error?.message]).toEqual([1, 'The token has access to no project "none".'])
    expect(await readdir(cwd)).not.toContain('started')
  })

  it.each([
    ['redact', ['--redact', '0,0,1,1']],
    ['address', ['--address', 'thr_1']],
    ['review', ['--review', 'rev_1']],
    ['parallel', ['--parallel', '2']],
  ])('`shot --out` with `--%s` ends with an error that says to leave one of them out', async (name, args) => {
    const { code, body } = await shot([page.url, '--out', 'shots', ...args])
    expect([code, body.error]).toMatchObject([
      2,
      {
        message: expect.stringMatching(`^Option '--out <folder>' cannot be used with option '--${name} `),
        hint: 'Leave one of the two out.',
      },
    ])
  })

  it('`shot --out` with the path of a file ends with an error that contains the path', async () => {
    const { code, body } = await shot([page.url, '--out', join(cwd, 'page.html')])
    expect([code, body.error?.message]).toEqual([1, expect.stringContaining(join(cwd, 'page.html'))])
  })

  it('`shot` ends with an error if no browser is found, or if `--before` has no Git repository', async () => {
    const without = await shot([page.url], { CHROMIUM_PATH: '', PATH: join(process.execPath, '..') })
    expect([without.code, without.body.error]).toMatchObject([1, { code: 'no_browser' }])
    const missing = await shot([page.url], { CHROME_PATH: '/none' })
    expect(missing.body.error?.message).toBe('There is no browser at CHROME_PATH, "/none".')
    const broken = await shot([page.url], { CHROME_PATH: '/bin/false' })
    expect(broken.body.error?.message).toBe('The browser "/bin/false" did not start.')
    const outside = await cli.json(['shot', `${address}/`, ...serve, '--before', 'main', '--ref', 'outside'])
    expect([outside.code, outside.body.error.message]).toEqual([
      2,
      'The current folder is not in a git repository, so --before has no earlier state.',
    ])
  })
})

/** Returns the given number of different widths, starting at 100, as a list with commas. */
function widths(count: number): string {
  return Array.from({ length: count }, (_, index) => 100 + index).join(',')
}

/** Waits until a command has written a number to a file, and returns the number. */
async function numberIn(file: string, child: ChildProcess): Promise<number> {
  const read = () => readFile(file, 'utf8').catch(() => '')
  await expect.poll(async () => child.exitCode ?? (await read())).not.toBe('')
  expect(child.exitCode).toBeNull()
  return Number(await read())
}
