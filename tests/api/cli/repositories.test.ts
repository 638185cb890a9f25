import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '#shared/client'
import type { PushResult } from '../../../cli/push/push'
import { repositoryOn, unpackCli } from '../../support/cli/cli'
import { hostileRepository } from '../../support/cli/hostile-repository'
import { signUp } from '../../support/people/sign-up'
import { sharedFixture } from '../../support/server/fixture'

const { server, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url })

describe('two repositories', () => {
  it('two repositories with the same branch and file names have separate reviews', async () => {
    const owner = await signUp(server)
    const env = { EXHIBIT_TOKEN: await owner.token() }
    const checkout = async (remotes: Record<string, string>) => {
      const cwd = await repositoryOn('main', remotes)
      await writeFile(join(cwd, 'a.png'), png)
      return cwd
    }
    const push = (cwd: string) => cli.json<PushResult>(['push', 'a.png'], { cwd, env })
    const one = await checkout({ origin: 'git@github.com:acme/one.git' })
    const two = await checkout({ origin: 'https://ann:s3cret@github.com/acme/two.git' })
    const fork = await checkout({
      origin: 'https://github.com/ann/one',
      upstream: 'https://github.com/acme/one',
    })
    const [first, second, third] = [await push(one), await push(two), await push(fork)]
    expect([first, second, third].map(each => each.body.files[0]?.outcome)).toEqual([
      'created',
      'created',
      'unchanged',
    ])
    expect(third.body.review.id).toBe(first.body.review.id)
    expect(second.body.review.id).not.toBe(first.body.review.id)
    const { body } = await owner.call<ApiResponse<'GET /api/projects'>>('GET', '/api/projects')
    expect(body.projects.map(each => [each.name, each.repository])).toEqual([
      ['one', 'github.com/acme/one'],
      ['two', 'github.com/acme/two'],
    ])

    const read = (cwd: string, ...args: string[]) => cli.json(['feedback', ...args], { cwd, env })
    expect(await read(two)).toMatchObject({ code: 0 })
    const three = await checkout({ origin: 'https://github.com/acme/three' })
    expect(await read(three)).toMatchObject({
      code: 1,
      body: {
        error: {
          message: 'No project of github.com/acme/three has a review named "main".',
          hint: 'Other projects have one: one, two. Choose it with --project SLUG.',
        },
      },
    })
    expect(await read(three, '--project', 'one')).toMatchObject({ code: 0 })
  })
})

describe('a repository whose configuration names programs', () => {
  it('`push`, `list` and `skill install` run no program named in a repository’s Git settings', async () => {
    const { cwd, runs } = await hostileRepository()
    await writeFile(join(cwd, 'a.png'), png)
    const env = { EXHIBIT_TOKEN: await (await signUp(server)).token() }
    const before = await runs()
    expect(await cli.json(['push', 'a.png', '--title', 'Safe'], { cwd, env })).toMatchObject({ code: 0 })
    for (const args of [['list'], ['skill', 'install']]) await cli.json(args, { cwd, env })
    expect(await runs()).toBe(before)
  })
})
