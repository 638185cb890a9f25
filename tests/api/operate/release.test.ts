import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../support/deployment/free-port'
import { endNode } from '../../support/deployment/node-process'
import { root } from '../../support/paths'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { noise } from '../../support/media/samples'
import { caller } from '../../support/server/client'
import { collectOutput } from '../../support/server/child-process'

const run = promisify(execFile)
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
/** The value of PATH, on which only Node.js and the usual tools of Linux are found. */
const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`

let folder: string
let release: string
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-release-'))
  await run(process.execPath, [
    join(root, 'scripts/release.mjs'),
    '--skip-build',
    '--arch',
    arch,
    '--to',
    folder,
  ])
  const [archive = ''] = (await readdir(folder)).filter(name => name.endsWith('.tar.gz'))
  await run('tar', ['-xzf', join(folder, archive), '-C', folder])
  release = join(folder, archive.replace('.tar.gz', ''))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const exhibit = (args: string[], env: Record<string, string> = {}) =>
  run(join(release, 'exhibit'), args, { cwd: folder, env: { PATH, ...env } })

describe('a release', () => {
  it('SHA256SUMS has the checksum of the tarball and of the list of packages', async () => {
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder })
    expect(stdout).toMatch(/^exhibit-\S+\.tar\.gz: OK\nexhibit-\S+\.sbom\.json: OK\n$/)
  })

  it('a release started in an empty folder serves evidence with only Node.js 24 on the PATH', async () => {
    const data = join(folder, 'data')
    await mkdir(data)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await writeFile(join(data, '.env'), `PORT=${port}\nHOST=127.0.0.1\nRATE_LIMITS=off\nPUBLIC_URL=${url}\n`)
    const child = spawn(join(release, 'exhibit'), [], { cwd: data, env: { PATH } })
    onTestFinished(() => endNode({ child }, 'SIGTERM'))
    const output = collectOutput(child)
    const server = { url, log: () => output.all }
    await expect
      .poll(() =>
        fetch(`${url}/api/ready`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    const person = await signUp(server)
    const agent = await person.agent()
    const reviewId = await newReview(agent, await person.project())
    const { embedUrl } = await upload(agent, reviewId, await noise(40, 30).png().toBuffer())
    const picture = await fetch(embedUrl ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { body } = await caller(server)<{ version: string; commit: string | null }>('GET', '/api/health')
    const commit = body.commit === null ? '' : ` (commit ${body.commit})`
    expect((await exhibit(['--version'])).stdout).toBe(`${body.version}${commit}\n`)
    const { stdout } = await run(join(release, 'exhibit'), ['doctor', '--json'], { cwd: data, env: { PATH } })
    expect(JSON.parse(stdout)).toMatchObject({ command: 'doctor' })
  })

  it('`exhibit` prints one line if Node.js is missing, too old, or of another platform', async () => {
    const failing = async (env: Record<string, string>) => {
      const error = await exhibit(['--version'], env).catch((failure: unknown) => failure)
      return (error as { stderr: string }).stderr
    }
    expect(await failing({ NODE: join(folder, 'missing') })).toMatch(
      /^exhibit: Node\.js 24 or later is missing; .+\n$/,
    )
    const old = join(folder, 'old-node')
    await writeFile(old, `#!/bin/sh\necho "22 linux-${arch}"\n`)
    await chmod(old, 0o755)
    expect(await failing({ NODE: old })).toMatch(
      /^exhibit: Node\.js 24 or later is needed, .+ version 22; .+\n$/,
    )
    await writeFile(old, '#!/bin/sh\necho "24 linux-s390x"\n')
    expect(await failing({ NODE: old })).toMatch(
      /^exhibit: this release is for linux-\w+, .+ linux-s390x; .+\n$/,
    )
  })

  it('exhibit can be called through a symbolic link, and refuses an unknown option', async () => {
    const link = join(folder, 'linked')
    await symlink(join(release, 'exhibit'), link)
    expect((await run(link, ['--help'], { env: { PATH } })).stdout).toContain('exhibit COMMAND')
    await expect(exhibit(['--unknown'])).rejects.toMatchObject({ code: 1 })
  })

  it('the help and the messages of a release name the script, since there is no npm', async () => {
    const script = join(release, 'exhibit')
    const { stdout } = await exhibit(['backup', '--help'])
    expect(stdout).toContain(`Usage: ${script} backup FOLDER [--keep 7]\n`)
    expect(stdout).not.toContain('npm')
    await expect(exhibit(['restore'])).rejects.toMatchObject({
      stderr: `restore: name a folder: ${script} restore FOLDER\n`,
    })
    await expect(exhibit(['unknown'])).rejects.toMatchObject({
      stderr: expect.stringContaining(`Usage: ${script} COMMAND, `) as string,
    })
  })

  it('the documents for operators in a release link to files of the release only', async () => {
    for (const name of ['operations.md', 'security.md']) {
      const text = await readFile(join(release, 'docs', name), 'utf8')
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
      expect(links.length).toBeGreaterThan(1)
      const missing = links.filter(path => !existsSync(join(release, 'docs', path)))
      expect([name, missing]).toEqual([name, []])
    }
  })

  it('the Helm chart has the version of package.json', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    const chart = await readFile(join(root, 'deploy/helm/exhibit/Chart.yaml'), 'utf8')
    expect(chart).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
  })
})
