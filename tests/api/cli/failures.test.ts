import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import type { PushResult } from '../../../cli/push/push'
import type { PrintedError } from '../../../cli/failure'
import { newFolder, unpackCli, unpackPublished } from '../../support/cli/cli'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'
import { freePort } from '../../support/deployment/free-port'
import { pngImage } from '../../support/media/samples'
import { startStub } from '../../support/stubs/http-stub'

const { server, person, agent, png } = await fixtureOn(await sharedServerWithClock({ PLAN_LIMITS: 'on' }))
const token = await person.token()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: token })
const cwd = await newFolder('files')
await writeFile(join(cwd, 'a.png'), png)
await writeFile(join(cwd, 'b.png'), await pngImage(30, 30))
await writeFile(join(cwd, 'empty.png'), '')
for (const [name, brand] of [
  ['photo.avif', 'avis'],
  ['photo.heic', 'heic'],
] as const)
  await writeFile(join(cwd, name), `\0\0\0\u001cftyp${brand}\0\0\0\0mif1`)
await writeFile(join(cwd, 'notes.png'), 'not a picture, whatever its name')
await writeFile(join(cwd, 'screen.mov'), '\0\0\0\u0008wide\0\0\0\u0010mdat')
await writeFile(join(cwd, 'cut.png'), png.subarray(0, png.length - 40))

/** The error that a failed command prints with `--json`. */
interface Failed {
  error: PrintedError
}
/** Runs a failing command with and without `--json`. Returns its error and the line on stderr. */
async function fail(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { code, body } = await cli.json<Failed>(args, { cwd, env })
  const plain = await cli.run(args, { cwd, env })
  expect([plain.code, plain.stdout]).toEqual([code, ''])
  expect(plain.stderr).toMatch(/^exhibit: [^\n]+\n$/)
  for (const text of [body.error.message, body.error.hint ?? '']) expect(plain.stderr).toContain(text)
  expect(body.error.exitCode).toBe(code)
  const { code: error, message, hint } = body.error
  return { code, error, message, hint, stderr: plain.stderr }
}
const reviewsNamed = async (externalRef: string) => {
  const { body } = await agent<{ projects: unknown[] }>('GET', `/v1/projects?externalRef=${externalRef}`)
  return body.projects.length
}

describe('a wrong command line', () => {
  it.each([
    [['push', 'a.png', '--titel', 'x'], 'Did you mean --title?'],
    [['push'], "Missing required argument 'file'."],
    [['pusch', 'a.png'], "Unknown command 'pusch'"],
    [[], 'No command was given.'],
    [['push', 'a.png', '--viewport', 'wide', '--ref', 'usage'], 'such as 390x844@3'],
    [['push', 'a.png', '--viewport', '0x10', '--ref', 'usage'], 'such as 390x844@3'],
    [['push', 'a.png', '--parallel', '0', '--ref', 'usage'], 'from 1 to 16'],
    [['push', 'a.png', '--parallel', '17', '--ref', 'usage'], 'from 1 to 16'],
    [['push', 'a.png'], 'Neither git nor CI names a branch'],
    [['push', 'a.png', '--pr', 'seven'], '"seven" is not a pull request'],
    [['push', '--before', 'a.png', '--ref', 'usage'], 'are given in pairs, but there are 1 and 0'],
    [['push', '--before', 'a.png', '--after', '.', '--ref', 'usage'], '"." is a folder'],
    [['push', 'a.png', 'b.png', '--title', 'x', '--ref', 'usage'], '--title names one file'],
    [['push', 'a.png', 'b.png', '--revise', 'art_1', '--ref', 'usage'], '--revise takes one file'],
    [['push', 'a.png', './a.png', '--ref', 'usage'], 'have the same title, "A"'],
    [['feedback', '--status', 'closed', '--ref', 'usage'], 'Allowed choices are'],
    [['feedback', '--review', 'pr-1'], 'is not the id of a review'],
    [['reply', 'rev_1', 'x'], 'is not the id of a thread'],
    [['reply', 'thr_1', ' '], 'The text is empty.'],
    [['wait', '--timeout', '-1', '--ref', 'usage'], 'Give a number of seconds.'],
    [
      ['push', 'a.png', '--title', 'x'.repeat(201), '--ref', 'usage'],
      'It has 201 characters; use at most 200.',
    ],
    [['completion', 'tcsh'], 'Allowed choices are'],
    [['help', 'skil'], 'Did you mean skill?'],
    [['help', 'skill', 'remove'], 'There is no command "skill remove".'],
    [['doctor', '--server', 'ftp://x'], 'is not the address of a server'],
  ])('the wrong command line %j ends with exit code 2 and states the error', async (args, message) => {
    if (args[0] === 'doctor') expect((await cli.run(args, { cwd })).stdout).toContain(message)
    else
      expect(await fail(args)).toMatchObject({
        code: 2,
        error: 'usage',
        stderr: expect.stringContaining(message),
      })
    expect(await reviewsNamed('usage')).toBe(0)
  })
})

describe('a file that cannot be evidence', () => {
  it.each([
    ['nowhere.png', 2, 'usage', 'There is no file "nowhere.png".'],
    ['empty.png', 1, 'invalid_file', '"empty.png" is empty.'],
    ['notes.png', 1, 'invalid_file', '"notes.png" is not an image or video.'],
    ['screen.mov', 1, 'invalid_file', '"screen.mov" is an old QuickTime movie.'],
    ['photo.heic', 1, 'invalid_file', '"photo.heic" is a HEIC image.'],
    ['photo.avif', 1, 'invalid_file', '"photo.avif" is an animated AVIF.'],
  ])('pushing only %s ends with exit code %i and creates no review', async (file, code, error, message) => {
    expect(await fail(['push', file, '--ref', 'refused'])).toMatchObject({ code, error, message })
    expect(await reviewsNamed('refused')).toBe(0)
  })

  it('`push` sends the other files when a file is not evidence, and the error names that file', async () => {
    const args = ['push', 'empty.png', 'a.png', 'notes.png', '--ref', 'others']
    const { code, body } = await cli.json<PushResult & Failed>(args, { cwd })
    expect([code, body.files.map(each => [each.file, each.outcome])]).toEqual([
      1,
      [
        ['a.png', 'created'],
        ['empty.png', 'failed'],
        ['notes.png', 'failed'],
      ],
    ])
    const { stderr } = await cli.run(args, { cwd })
    expect(stderr).toContain('exhibit: empty.png: "empty.png" is empty. ')
    expect(stderr).toContain('exhibit: notes.png: "notes.png" is not an image or video. ')
    const none = await fail(['push', 'empty.png', 'notes.png', '--ref', 'none'])
    expect(none.message).toBe('"empty.png" is empty. "notes.png" is not an image or video.')
  })

  it('`push` sends nothing and ends with exit code 2 if one of several files is missing', async () => {
    const args = ['push', 'a.png', 'nowhere.png', '--ref', 'missing']
    expect(await fail(args)).toMatchObject({ code: 2, message: 'There is no file "nowhere.png".' })
    expect(await reviewsNamed('missing')).toBe(0)
  })

  it('when the server rejects all files, no review is created and each file gets an error', async () => {
    await writeFile(join(cwd, 'cut2.png'), png.subarray(0, png.length - 30))
    const args = ['push', 'cut.png', 'cut2.png', '--ref', 'all rejected']
    const { code, body } = await cli.json<PushResult & Failed>(args, { cwd })
    expect([code, body.review, body.markdown]).toEqual([1, undefined, undefined])
    expect(body.files.map(each => [each.outcome, each.error?.code])).toEqual([
      ['failed', 'invalid_request'],
      ['failed', 'invalid_request'],
    ])
    const { stdout, stderr } = await cli.run(args, { cwd })
    expect([stdout, stderr]).toEqual([
      '',
      expect.stringMatching(/^2 failed\nexhibit: cut\.png: .+\nexhibit: cut2\.png: /),
    ])
    expect(await reviewsNamed(encodeURIComponent('all rejected'))).toBe(0)
  })

  it('when the server rejects one file, `push` sends the others and ends with exit code 1', async () => {
    const { code, body } = await cli.json<PushResult & Failed>(
      ['push', 'cut.png', 'a.png', '--ref', 'rejected'],
      { cwd },
    )
    expect([code, body.files.map(each => each.outcome)]).toEqual([1, ['failed', 'created']])
    expect(body.files[0]?.error).toEqual(body.error)
    expect(body.error).toMatchObject({ code: 'invalid_request', field: 'files', exitCode: 1 })
    expect(body.error.hint).not.toContain('Nothing in this call was stored')
  })

  it('after a file that the server rejected was corrected, the next push creates its artifact', async () => {
    const folder = await newFolder('again')
    const push = () => cli.json<PushResult & Failed>(['push', 'menu.png', '--ref', 'again'], { cwd: folder })
    await writeFile(join(folder, 'menu.png'), png.subarray(0, png.length - 40))
    expect((await push()).code).toBe(1)
    await writeFile(join(folder, 'menu.png'), png)
    const { code, body } = await push()
    expect([code, body.files.map(each => [each.title, each.outcome])]).toEqual([0, [['Menu', 'created']]])
    const review = await agent<ReviewPayload>('GET', `/v1/reviews/${body.review.id}`)
    expect(review.body.artifacts.map(each => [each.title, each.status])).toEqual([['Menu', 'ready']])
  })
})

describe('the token in EXHIBIT_TOKEN', () => {
  it('a malformed EXHIBIT_TOKEN is refused, and its value is not printed', async () => {
    const failed = await fail(['list'], { EXHIBIT_TOKEN: `${token}\nX-Other: 1` })
    expect(failed).toMatchObject({ code: 2, error: 'usage', hint: 'Set it to the token alone.' })
    expect(failed.stderr).not.toContain(token)
    expect((await cli.run(['list'], { env: { EXHIBIT_TOKEN: `${token}\n` } })).code).toBe(0)
  })

  it('EXHIBIT_TOKEN is sent only to EXHIBIT_URL, even if a file is named like an option', async () => {
    const requests: unknown[] = []
    const stub = await startStub((request, response) => {
      requests.push(request.url)
      response.end('{}')
    })
    const failed = await fail(['list', `--server=${stub.url}`])
    expect(failed).toMatchObject({
      code: 2,
      message: `EXHIBIT_TOKEN is for ${server.url}, the server of EXHIBIT_URL, not for ${stub.url}.`,
    })
    expect(requests).toEqual([])
    const { host } = new URL(stub.url)
    const name = `--server=${host}?.png`
    await writeFile(join(cwd, name), await pngImage(21, 21))
    const pushed = await cli.run(['push', '--ref', 'dashes', '--json', '--', name], { cwd })
    const { files } = JSON.parse(pushed.stdout) as PushResult
    expect([pushed.code, files.map(each => [each.file, each.outcome])]).toEqual([0, [[name, 'created']]])
    expect(requests).toEqual([])
  })
})

it('with an unreadable configuration, a command exits with code 1 and states the remedy', async () => {
  const folder = join(cwd, 'a.png')
  expect(await fail(['list'], { EXHIBIT_TOKEN: '', XDG_CONFIG_HOME: folder })).toMatchObject({
    code: 1,
    error: 'config',
    message: `${join(folder, 'exhibit/config.json')} cannot be read (ENOTDIR).`,
    hint: expect.stringContaining('XDG_CONFIG_HOME') as string,
  })
})

// Even root cannot create a folder in /sys, so it serves as the read-only home folder.
it.each([['list'], ['push', 'a.png', '--ref', 'x'], ['login']])(
  'with a read-only home folder, %s ends with exit code 1 before it sends anything',
  async (...args) => {
    const env = { HOME: '/sys', XDG_CONFIG_HOME: '', EXHIBIT_TOKEN: '' }
    expect(await fail(args, env)).toMatchObject({
      code: 1,
      error: 'config',
      message: expect.stringMatching(
        /^\/sys\/\.config\/exhibit\/config\.json cannot be written \(E[A-Z]+\)\.$/,
      ) as string,
      hint: expect.stringContaining('or set EXHIBIT_TOKEN to an agent token') as string,
    })
  },
)

describe('an unusable server', () => {
  it('with HTTPS_PROXY, the error for an unreachable server states that Node.js ignores it', async () => {
    const env = { EXHIBIT_URL: `http://127.0.0.1:${await freePort()}`, HTTPS_PROXY: 'http://127.0.0.1:9' }
    expect((await fail(['list'], env)).hint).toMatch(/^Node.js ignores HTTPS_PROXY\. /)
  })

  it('with an unreachable server, a command ends with exit code 1 and states the URL', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const failed = await fail(['push', 'a.png', '--ref', 'x'], { EXHIBIT_URL: url })
    expect(failed).toMatchObject({
      code: 1,
      error: 'unreachable',
      message: `Cannot reach ${url} (ECONNREFUSED).`,
    })
  })

  it('with a server that is not Exhibit, a command ends with exit code 1', async () => {
    const outsider = await startStub((_, response) => response.end('<h1>Welcome</h1>'))
    const failed = await fail(['feedback', '--ref', 'x'], { EXHIBIT_URL: outsider.url })
    outsider.stop()
    expect(failed).toMatchObject({ code: 1, error: 'not_exhibit' })
  })

  it.each(['null', '"text"', '[null, {"a": 1}]', '{}'])(
    'with a server that responds %s, a command ends with exit code 1 and an error that people understand',
    async body => {
      const outsider = await startStub((_, response) => response.end(body))
      const failed = await fail(['list'], { EXHIBIT_URL: outsider.url })
      outsider.stop()
      expect(failed.code).toBe(1)
      expect(failed.message).toMatch(
        /does not respond like an Exhibit server|does not have the expected form/,
      )
    },
  )

  it('with a server whose response has no end, a command ends with exit code 1', async () => {
    const endless = await startStub((_, response) => {
      const body = new Readable({ read: () => void body.push(Buffer.alloc(1024 * 1024, 'a')) })
      response.on('error', () => {})
      response.writeHead(200, { 'content-encoding': 'gzip' })
      pipeline(body, createGzip({ level: 1 }), response, () => {})
    })
    const failed = await fail(['list'], { EXHIBIT_URL: endless.url })
    endless.stop()
    expect(failed).toMatchObject({ code: 1, error: 'not_exhibit' })
  })

  it('the command line from a package registry ends with exit code 2 if no server URL is set', async () => {
    const published = await unpackPublished(server)
    const { code, body } = await published.json<Failed>(['feedback', '--ref', 'x'])
    expect([code, body.error.message]).toEqual([2, 'No server is known.'])
  })
})

describe('a token of the command line that is not sufficient', () => {
  it('a missing, revoked or expired token ends a command with code 3 and a hint to run `login`', async () => {
    const { body: tokens } = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      workspaceId: person.workspaceId,
      name: 'short',
      capabilities: ['artifact:write'],
    })
    await person.call('DELETE', `/api/tokens/${tokens.id}`)
    const hint = `Run "exhibit login ${server.url}"`
    for (const [given, args, env, error] of [
      ['', ['--no-login'], {}, 'not_signed_in'],
      ['', [], { CI: 'true' }, 'not_signed_in'],
      [tokens.token, [], {}, 'unauthorized'],
    ] as const) {
      const failed = await fail(['push', 'a.png', '--ref', 'x', ...args], { EXHIBIT_TOKEN: given, ...env })
      expect(failed).toMatchObject({ code: 3, error })
      expect(failed.hint).toContain(hint)
    }
  })

  it('with a token that lacks a capability, a command ends with exit code 1', async () => {
    const reading = await person.token({ capabilities: ['feedback:read'] })
    expect(await fail(['push', 'a.png', '--ref', 'x'], { EXHIBIT_TOKEN: reading })).toMatchObject({
      code: 1,
      error: 'forbidden',
    })
  })
})

it('a command for a missing review ends with exit code 1 and states how to create the review', async () => {
  for (const command of ['feedback', 'open', 'wait', 'watch'])
    expect(await fail([command, '--ref', 'nothing'])).toMatchObject({
      code: 1,
      error: 'no_review',
      hint: 'Run "exhibit push FILE" first, or name another with --ref, --pr or --review.',
    })
})

it('the error for a review that does not exist suggests reviews with a similar name', async () => {
  await cli.run(['push', 'a.png', '--ref', 'fix/totals'], { cwd })
  for (const near of ['fix/total', 'totals'])
    expect(await fail(['feedback', '--ref', near])).toMatchObject({
      code: 1,
      error: 'no_review',
      hint: expect.stringMatching(/^Did you mean fix\/totals\? Run "exhibit push FILE" first/) as string,
    })
})

it('with a project that does not exist, a command exits with code 1 and lists the projects', async () => {
  for (const args of [['push', 'a.png'], ['feedback'], ['wait']])
    expect(await fail([...args, '--ref', 'x', '--project', 'shop'])).toMatchObject({
      code: 1,
      error: 'no_project',
      message: 'The token has access to no project "shop".',
      hint: expect.stringMatching(/Its projects: acme-web \(prj_\w+\)\.$/) as string,
    })
})

it('`push` with several projects and no `--project` ends with exit code 2 and lists them', async () => {
  await person.project('Docs')
  const failed = await fail(['push', 'a.png', '--ref', 'which'])
  expect(failed).toMatchObject({ code: 2, hint: 'Choose one with --project ID, or set EXHIBIT_PROJECT.' })
  expect(failed.message).toContain('acme-web (prj_')
  for (const [args, env] of [
    [['--project', 'docs'], {}],
    [[], { EXHIBIT_PROJECT: 'docs' }],
  ] as const)
    expect((await cli.run(['push', 'a.png', '--ref', 'which', ...args], { cwd, env })).code).toBe(0)
})

it('`push` ends with exit code 4 at a limit of the plan, and the next push sends the rest', async () => {
  const small = await sharedFixture({ UNCLAIMED_WORKSPACES: 'on' })
  const { body } = await agentOf(small.server.url)
  const env = { EXHIBIT_URL: small.server.url, EXHIBIT_TOKEN: body.token }
  const files = await newFolder('many')
  const count = 27
  for (let n = 1; n <= count; n++) await writeFile(join(files, `${n}.png`), await pngImage(20 + n, 20))
  const push = () =>
    cli.json<PushResult & Failed>(['push', '.', '--ref', 'x', '--parallel', '1'], { cwd: files, env })
  const first = await push()
  expect([first.code, first.body.error]).toMatchObject([
    4,
    { code: 'evidence_limit_reached', exitCode: 4, quota: { used: 25, limit: 25, plan: 'unclaimed' } },
  ])
  const counts = (result: PushResult) => Map.groupBy(result.files, each => each.outcome)
  expect([...counts(first.body)].map(([outcome, { length }]) => [outcome, length])).toEqual([
    ['created', 25],
    ['failed', 2],
  ])
  const claimed = await small.person.call('POST', '/api/claim', { code: body.claimUrl.split('/').at(-1) })
  expect(claimed.status).toBe(200)
  const second = await push()
  expect([second.code, counts(second.body).get('created')?.length]).toEqual([0, 2])
})

const agentOf = async (url: string) => {
  const response = await fetch(`${url}/v1/bootstrap`, { method: 'POST' })
  return { body: (await response.json()) as { token: string; claimUrl: string } }
}
