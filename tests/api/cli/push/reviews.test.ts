import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { NextStep } from '../../../../cli/next-step'
import type { PushResult } from '../../../../cli/push/push'
import { commitTo, repositoryOn } from '../../../support/cli/cli'
import { folderWith, pushFixture } from '../../../support/cli/push'
import { signUp } from '../../../support/people/sign-up'

const { server, person, png, other, cli, push, readReview } = await pushFixture()

describe('the review of `exhibit push`', () => {
  it('`push` uses the branch of the repository as the name of the review, and sends the commit', async () => {
    const cwd = await repositoryOn('fix-totals')
    await writeFile(join(cwd, 'a.png'), png)
    const { body } = await push(['a.png'], { cwd })
    const { review } = await readReview(body.review.id)
    expect(review).toMatchObject({
      externalRef: 'fix-totals',
      branch: 'fix-totals',
      title: 'Keep totals on one line',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })

  it.each([
    ['of a branch of the repository', 7, 'acme/web', 'fix-header'],
    ['of a fork', 8, 'outsider/web', 'pr-8'],
  ])('`push` in CI uses the developers’ review for a pull request %s', async (_, number, repository, ref) => {
    const event = {
      pull_request: {
        number,
        title: 'Straighten the header',
        head: { ref: 'fix-header', sha: 'c0ffee', repo: { full_name: repository } },
        base: { repo: { full_name: 'acme/web' } },
      },
    }
    const cwd = await folderWith({ 'a.png': png, 'event.json': Buffer.from(JSON.stringify(event)) })
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REF: `refs/pull/${number}/merge`,
      GITHUB_SHA: 'merge',
      GITHUB_REPOSITORY: 'acme/web',
      GITHUB_EVENT_PATH: join(cwd, 'event.json'),
    }
    const { body } = await push(['a.png'], { cwd, env })
    expect((await readReview(body.review.id)).review).toMatchObject({
      externalRef: ref,
      prRef: `pr-${number}`,
      branch: 'fix-header',
      commit: 'c0ffee',
      title: 'Straighten the header',
    })
  })

  it.each([
    ['77', 'pr-77'],
    ['#77', 'pr-77'],
    ['!77', 'pr-77'],
    ['acme/shop#78', 'acme/shop#78'],
    ['https://github.com/acme/shop/pull/78/files', 'acme/shop#78'],
    ['https://gitlab.example/acme/sub/shop/-/merge_requests/79', 'acme/sub/shop#79'],
  ])('`push --pr %s` uses the review %s', async (given, externalRef) => {
    const cwd = await folderWith({ 'a.png': png })
    const { body } = await push(['a.png', '--pr', given], { cwd })
    expect((await readReview(body.review.id)).review).toMatchObject({ externalRef, prRef: externalRef })
  })

  it('`push` updates the commit and the pull request of the review, but removes neither', async () => {
    const cwd = await repositoryOn('fix-later')
    await writeFile(join(cwd, 'a.png'), png)
    const { body } = await push(['a.png'], { cwd })
    const named = async () => {
      const { prRef, commit } = (await readReview(body.review.id)).review
      return { prRef, commit }
    }
    const first = await named()
    expect(first.prRef).toBeNull()
    await commitTo(cwd)
    await push(['a.png', '--pr', '12', '--ref', 'fix-later'], { cwd })
    const second = await named()
    expect(second.prRef).toBe('pr-12')
    expect(second.commit).not.toBe(first.commit)
    await push(['a.png'], { cwd })
    expect(await named()).toEqual(second)
    await writeFile(join(cwd, 'a.png'), other)
    await push(['a.png'], { cwd })
    const commits = (await readReview(body.review.id)).artifacts[0]?.revisions.map(each => each.commit)
    expect(commits).toEqual([first.commit, second.commit])
  })

  it('`push` prints a next command that names the same review', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { body } = await cli.json<PushResult & NextStep>(['push', 'a.png', '--ref', 'fix/next'], { cwd })
    expect(body).toMatchObject({
      reviewStatus: 'open',
      counts: { open: 0, total: 0 },
      nextAction: { action: 'wait_for_person' },
      nextCommand: 'exhibit wait --ref fix/next --json',
    })
    const [, ...words] = body.nextCommand?.split(' ') ?? []
    const waited = await cli.json([...words, '--timeout', '0'], { cwd })
    expect([waited.code, waited.body]).toMatchObject([5, { reviewId: body.review.id }])
    const blind = await person.token({ capabilities: ['artifact:write', 'artifact:read'] })
    const env = { EXHIBIT_TOKEN: blind }
    const unread = await cli.json<PushResult & Partial<NextStep>>(['push', 'a.png', '--ref', 'fix/next'], {
      cwd,
      env,
    })
    expect([unread.code, unread.body.nextAction]).toEqual([0, undefined])
  })

  it('`push` states whether its Markdown replaces the Markdown of an earlier push', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const again = () => push(['a.png', '--ref', 'replaced'], { cwd })
    expect((await again()).body.replacesMarkdown).toBe(false)
    expect((await again()).body.replacesMarkdown).toBe(false)
    await writeFile(join(cwd, 'a.png'), other)
    const { stderr } = await cli.run(['push', 'a.png', '--ref', 'replaced'], { cwd })
    expect(stderr).toContain('replace it in the pull request')
    await writeFile(join(cwd, 'a.png'), png)
    expect((await again()).body.replacesMarkdown).toBe(true)
  })

  it('`push` with `--ref` and `--pr` uses the review of `--ref` and the title from `--pr`', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const { body } = await push(['a.png', '--ref', 'fix/both', '--pr', 'acme/shop#177'], { cwd })
    const named = { externalRef: 'fix/both', prRef: 'acme/shop#177', title: 'acme/shop#177' }
    expect(body.review).toMatchObject(named)
    expect((await readReview(body.review.id)).review).toMatchObject(named)
  })

  it('`--review-title` sets the title of a new review and of an existing review', async () => {
    const cwd = await folderWith({ 'a.png': png })
    const titled = async (title: string, ...named: string[]) => {
      const { body } = await push(['a.png', '--review-title', title, ...named], { cwd })
      expect(body.review.title).toBe(title)
      expect((await readReview(body.review.id)).review.title).toBe(title)
      return body.review.id
    }
    const id = await titled('Totals', '--ref', 'titled')
    expect(await titled('Totals on one line', '--ref', 'titled')).toBe(id)
    expect(await titled('One line', '--review', id)).toBe(id)
    const { body } = await push(['a.png', '--ref', 'titled'], { cwd })
    expect(body.review.title).toBe('One line')
  })

  it('`push` creates a project named after the repository if the token has no project', async () => {
    const newcomer = await signUp(server)
    const cwd = await repositoryOn('main')
    await writeFile(join(cwd, 'a.png'), png)
    const { code } = await push(['a.png'], { cwd, env: { EXHIBIT_TOKEN: await newcomer.token() } })
    const { body } = await newcomer.call<{ projects: { name: string }[] }>('GET', '/api/projects')
    expect([code, body.projects.map(each => each.name)]).toEqual([0, [cwd.split('/').at(-1)]])
  })
})

describe('`exhibit push` to a server with a private address', () => {
  const hint = 'They will not load in the pull request'

  it.each([
    ['acme/shop#301', 'its host'],
    ['https://github.com/acme/shop/pull/302', 'https://github.com'],
  ])(
    '`push` to a private address warns that the pictures cannot load in the pull request %s',
    async (pr, host) => {
      const cwd = await folderWith({ 'a.png': png })
      const { code, stderr } = await cli.run(['push', 'a.png', '--pr', pr], { cwd })
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(`are at ${server.url}. ${hint}, since ${host} `),
      ])
      const { body } = await cli.json<{ warnings: object[] }>(['push', 'a.png', '--pr', pr], { cwd })
      expect(body.warnings).toEqual([
        { code: 'unreachable_pictures', message: expect.stringContaining(hint) as string },
      ])
    },
  )

  it.each(['77', 'http://git.internal/acme/shop/pulls/303', 'http://192.168.1.4:3000/acme/shop/pulls/304'])(
    '`push` to a private address does not warn about the pull request %s',
    async pr => {
      const cwd = await folderWith({ 'a.png': png })
      const { code, stderr } = await cli.run(['push', 'a.png', '--pr', pr], { cwd })
      expect([code, stderr]).toEqual([0, expect.not.stringContaining(hint)])
    },
  )
})
