import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import type { PushResult } from '../../../cli/push/push'
import { endOf, newFolder, repositoryOn, unpackCli, type CliOptions } from '../../support/cli/cli'
import { freePort } from '../../support/deployment/free-port'
import { sharedFixture } from '../../support/server/fixture'
import { startStub } from '../../support/stubs/http-stub'

const { server, person, agent, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })

let branches = 0
/** Makes a checkout whose branch has a review with one picture. */
async function reviewedCheckout() {
  const cwd = await repositoryOn(`hooked-${(branches += 1)}`)
  await writeFile(join(cwd, 'checkout.png'), png)
  const { body } = await cli.json<PushResult>(['push', 'checkout.png'], { cwd })
  const artifactId = body.files[0]?.artifactId ?? ''
  const comment = async (text: string) =>
    (
      await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
        kind: 'artifact',
        body: text,
      })
    ).body
  return { cwd, reviewId: body.review.id, comment }
}

/** Runs the hook as an agent does: with the event on stdin. */
const run = async (cwd: string, event: object | null, options: CliOptions = {}) => {
  const stdin = Buffer.from(event === null ? '' : JSON.stringify(event))
  const { code, stdout, stderr } = await cli.run(['hook', 'run'], { cwd, stdin, ...options })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

const start = { hook_event_name: 'SessionStart', session_id: 's1' }
const stop = { hook_event_name: 'Stop', session_id: 's1', stop_hook_active: false }

describe('`exhibit hook run`', () => {
  it('if .git/exhibit-hook.json is a link, `hook run` replaces the link, and not its target', async () => {
    const { cwd, comment } = await reviewedCheckout()
    await comment('The total wraps.')
    const [remembered, own] = [join(cwd, '.git/exhibit-hook.json'), join(await newFolder(), 'own.json')]
    await writeFile(own, '{}')
    await symlink(own, remembered)
    expect(await run(cwd, start)).toContain('The total wraps.')
    expect(await run(cwd, stop)).toBe('')
    expect(await readFile(own, 'utf8')).toBe('{}')
    expect(await readFile(remembered, 'utf8')).toContain('s1')
  })

  it('an agent session gets the open comments when it starts, and new comments when it stops', async () => {
    const { cwd, reviewId, comment } = await reviewedCheckout()
    expect(await run(cwd, start)).toBe('')
    const { threadId } = await comment('The total\nwraps.')
    const first = await run(cwd, start)
    expect(first).toContain(`${server.url}/reviews/${reviewId}`)
    expect(first).toContain(`- ${threadId} on "Checkout" · Ann: "The total wraps."\n`)
    expect(await run(cwd, stop)).toBe('')
    const second = await comment('The button is gone.')
    const { decision, reason } = JSON.parse(await run(cwd, stop)) as { decision: string; reason: string }
    expect([decision, reason]).toEqual(['block', expect.stringContaining(second.threadId)])
    expect(reason).not.toContain(threadId)
    expect(await run(cwd, stop)).toBe('')
    // A new session receives all open comments, and so does a session whose context was compacted.
    expect(await run(cwd, start)).toContain(threadId)
    expect(await run(cwd, { ...stop, session_id: 's2' })).toContain(threadId)
  })

  it('an agent session that stops gets a new reply of a person, but not its own reply', async () => {
    const { cwd, comment } = await reviewedCheckout()
    const { threadId } = await comment('The total wraps.')
    await run(cwd, start)
    await agent('POST', `/v1/threads/${threadId}/replies`, { body: 'Which total?' })
    expect(await run(cwd, stop)).toBe('')
    await person.call('POST', `/v1/threads/${threadId}/replies`, { body: 'The second one.' })
    expect(await run(cwd, stop)).toContain(String.raw`· Ann: \"The second one.\"`)
  })

  it('`hook run` does not block the stop of a session that already continues because of a hook', async () => {
    const { cwd, comment } = await reviewedCheckout()
    await comment('The total wraps.')
    expect(await run(cwd, { ...stop, stop_hook_active: true })).toBe('')
    const cursor = { hook_event_name: 'stop', conversation_id: 'c1' }
    expect(await run(cwd, { ...cursor, loop_count: 1 })).toBe('')
    expect(JSON.parse(await run(cwd, { ...cursor, loop_count: 0 }))).toEqual({
      followup_message: expect.stringContaining('The total wraps.'),
    })
  })

  it('`hook run` uses the folder that the agent names, and prints plain text for a person', async () => {
    const { cwd, reviewId, comment } = await reviewedCheckout()
    await comment('The total wraps.')
    const elsewhere = await newFolder()
    expect(await run(elsewhere, { ...start, cwd })).toContain('The total wraps.')
    const cursor = { hook_event_name: 'sessionStart', workspace_roots: [cwd] }
    expect(await run(elsewhere, cursor)).toContain('{"additional_context":"Exhibit: 1 open comment on')
    expect(await run(cwd, null)).toMatch(/^Exhibit: 1 open comment on /)
    const { body } = await cli.json(['hook', 'run'], { cwd })
    expect(body).toEqual({ reviewId, text: expect.stringContaining('The total wraps.') })
  })

  it('`hook run` prints nothing if the review, checkout, folder, token or server is missing', async () => {
    const { cwd, comment } = await reviewedCheckout()
    await comment('The total wraps.')
    expect(await run(await repositoryOn('unknown'), start)).toBe('')
    expect(await run(await newFolder(), start)).toBe('')
    expect(await run(cwd, { ...start, cwd: '/nowhere' })).toBe('')
    expect(await run(cwd, start, { env: { EXHIBIT_TOKEN: '' } })).toBe('')
    expect(await run(cwd, start, { env: { EXHIBIT_TOKEN: 'exh_wrong' } })).toBe('')
    const down = `http://127.0.0.1:${await freePort()}`
    expect(await run(cwd, start, { env: { EXHIBIT_URL: down } })).toBe('')
    expect(await run(cwd, { hook_event_name: 'PreToolUse' })).toBe('')
    expect(await run(cwd, start)).toContain('The total wraps.')
  })

  it('`hook run` ends without output if the server does not respond or stdin stays open', async () => {
    const { cwd, comment } = await reviewedCheckout()
    await comment('The total wraps.')
    let requests = 0
    const silent = await startStub(() => (requests += 1))
    const children = [
      cli.start(['hook', 'run'], { cwd, env: { EXHIBIT_URL: silent.url } }),
      cli.start(['hook', 'run'], { cwd, stdin: 'open' }),
    ]
    for (const { code, stdout, stderr } of await Promise.all(children.map(endOf)))
      expect([code, stdout, stderr]).toEqual([0, '', ''])
    expect(requests).toBe(1)
    silent.stop()
  })
})

describe('`exhibit hook install`', () => {
  interface Changed {
    files: { agent: string; path: string; outcome: string }[]
  }
  const hook = (cwd: string, ...args: string[]) =>
    cli.json<Changed>(['hook', ...args], { cwd, env: { HOME: cwd } })
  const outcomes = ({ body }: { body: Changed }) => body.files.map(each => [each.agent, each.outcome])

  it('`hook install` adds hooks for the running agent and each agent with a settings folder', async () => {
    const cwd = await repositoryOn('main')
    expect(outcomes(await hook(cwd, 'install'))).toEqual([['claude', 'created']])
    expect(outcomes(await hook(cwd, 'install'))).toEqual([['claude', 'unchanged']])
    await mkdir(join(cwd, '.cursor'))
    const env = { CODEX_CI: '1' }
    const { stdout, stderr } = await cli.run(['hook', 'install'], { cwd, env })
    expect(stdout).toMatch(/^unchanged \S+settings.json\ncreated \S+hooks.json\ncreated \S+hooks.json\n$/)
    expect(stderr).toBe('Codex runs a new hook only once you have trusted it: type /hooks in Codex.\n')
    expect(await readFile(join(cwd, '.cursor/hooks.json'), 'utf8')).toContain('"exhibit hook run"')
    expect(outcomes(await hook(cwd, 'uninstall'))).toEqual([
      ['claude', 'removed'],
      ['codex', 'removed'],
      ['cursor', 'removed'],
    ])
    await expect(readFile(join(cwd, '.claude/settings.json'))).rejects.toThrow('ENOENT')
    expect(outcomes(await hook(cwd, 'uninstall', '--agent', 'codex'))).toEqual([['codex', 'unchanged']])
  })

  it('`hook install` follows a symbolic link as a settings file only within the repository', async () => {
    const [cwd, outside] = [await newFolder('linked'), await newFolder('outside')]
    const [link, target] = [join(cwd, '.claude/settings.json'), join(outside, 'settings.json')]
    await writeFile(target, '{}')
    await mkdir(join(cwd, '.claude'))
    await symlink(target, link)
    for (const command of ['install', 'uninstall']) {
      const { code, body } = await cli.json(['hook', command, '--agent', 'claude'], { cwd })
      const message = `${link} is a symbolic link to ${target}, which is not in ${cwd}.`
      expect([code, body.error]).toMatchObject([1, { code: 'link_out', message }])
    }
    expect(await readFile(target, 'utf8')).toBe('{}')
    await rm(link)
    await writeFile(join(cwd, 'settings.json'), '{}')
    await symlink('../settings.json', link)
    expect((await hook(cwd, 'install', '--agent', 'claude')).body.files).toMatchObject([
      { outcome: 'updated' },
    ])
    expect(await readFile(join(cwd, 'settings.json'), 'utf8')).toContain('hook run')
  })

  it('`hook install --global` writes to the home folder, and keeps a settings file with errors', async () => {
    const cwd = await newFolder('home')
    const path = join(cwd, '.claude/settings.json')
    expect((await hook(cwd, 'install', '--global', '--agent', 'claude')).body.files).toEqual([
      { agent: 'claude', path, outcome: 'created' },
    ])
    await writeFile(path, '{ // mine\n}')
    const refused = await cli.json(['hook', 'install', '--global'], { env: { HOME: cwd } })
    expect([refused.code, refused.body.error]).toMatchObject([1, { code: 'invalid_settings' }])
    expect(await readFile(path, 'utf8')).toBe('{ // mine\n}')
  })
})
