import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { forgeKinds, type ForgeKind } from '#shared/forge/dialects'
import type { UpdatedPullRequest } from '../../../cli/change/update-description'
import type { PrintedError } from '../../../cli/failure'
import type { PushResult } from '../../../cli/push/push'
import { newFolder, repositoryOn, unpackCli } from '../../support/cli/cli'
import { baseEnvironment } from '../../support/server/child-process'
import { sharedFixture } from '../../support/server/fixture'
import { pngImage } from '../../support/media/samples'
import { startForge, type ForgeStub } from '../../support/stubs/forge'

const { server, person, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })

let forge: ForgeStub
afterEach(() => forge.stop())

interface Pushed extends PushResult {
  pullRequest?: UpdatedPullRequest
  error?: PrintedError
}

let branches = 0
/** Makes a checkout with a picture. `push` sends it with `--update-pr` and the environment of `env`. */
async function newCheckout(env: NodeJS.ProcessEnv) {
  const cwd = await repositoryOn(`described-${(branches += 1)}`)
  const write = (data: Buffer) => writeFile(join(cwd, 'cart.png'), data)
  await write(png)
  return {
    write,
    push: (...args: string[]) => cli.json<Pushed>(['push', 'cart.png', '--update-pr', ...args], { cwd, env }),
    print: (...args: string[]) => cli.run(['push', 'cart.png', '--update-pr', ...args], { cwd, env }),
  }
}

/** Returns the environment variables of a CI job on a branch, for pull request 7 if `isPull` is set. */
function jobOn(kind: ForgeKind, branch: string, isPull = true): NodeJS.ProcessEnv {
  if (kind === 'gitlab')
    return {
      GITLAB_CI: 'true',
      CI_API_V4_URL: forge.apiUrl,
      CI_PROJECT_ID: 'acme/web',
      CI_COMMIT_BRANCH: branch,
      ...(isPull && {
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: 'acme/web',
        CI_MERGE_REQUEST_PROJECT_ID: 'acme/web',
      }),
      GITLAB_TOKEN: 'secret',
    }
  return {
    GITHUB_ACTIONS: 'true',
    ...(kind === 'gitea' && { GITEA_ACTIONS: 'true' }),
    GITHUB_API_URL: forge.apiUrl,
    GITHUB_REPOSITORY: 'acme/web',
    GITHUB_HEAD_REF: branch,
    GITHUB_REF: isPull ? 'refs/pull/7/merge' : `refs/heads/${branch}`,
    GITHUB_REF_NAME: branch,
    GITHUB_TOKEN: 'secret',
  }
}

describe.each(forgeKinds)('`exhibit push --update-pr` in a CI job on %s', kind => {
  it('`push --update-pr` adds a block to the pull request description, and later updates it', async () => {
    forge = await startForge(kind)
    const { push, write } = await newCheckout(jobOn(kind, `described-${kind}`))
    forge.state.description = null
    const { code, body } = await push()
    const { id } = body.review
    expect([code, body.pullRequest]).toEqual([0, { number: 7, outcome: 'updated', mediaExpiresAt: null }])
    expect(forge.state.description).toMatch(
      new RegExp(`^<!-- exhibit:start ${id} -->\\n\\n[^]+\\[!\\[Cart\\][^]+\\n\\n<!-- exhibit:end -->$`),
    )
    forge.state.description = `Fixes #3.\r\n\r\n${forge.state.description}\r\nThanks!`
    const described = forge.state.description
    // The media URLs in the description always show the latest revision, so a new revision does not change
    // the description.
    await write(await pngImage(72, 54))
    expect((await push()).body.pullRequest).toMatchObject({ outcome: 'unchanged' })
    expect(forge.state.description).toBe(described)
    const { body: renamed } = await push('--review-title', 'Other totals')
    expect(renamed.pullRequest).toMatchObject({ outcome: 'updated' })
    expect(forge.state.description).toBe(described.replace('### Keep totals on one line', '### Other totals'))
    expect(forge.strayRequests).toEqual([])
  })

  it('`push --update-pr` sends the evidence even if it cannot update the pull request', async () => {
    forge = await startForge(kind)
    const refuse = async (env: NodeJS.ProcessEnv, ...args: string[]) => {
      const { push } = await newCheckout({ ...env, PATH: baseEnvironment.PATH })
      const { code, body } = await push(...args)
      expect([code, body.files.map(each => each.outcome), body.pullRequest]).toEqual([
        1,
        ['created'],
        undefined,
      ])
      return body.error
    }
    expect(await refuse(jobOn(kind, `none-${kind}`, false))).toMatchObject({
      code: 'no_pull_request',
      message: 'No pull request was updated: CI does not name the pull request.',
      hint: 'Give it with --pr NUMBER.',
    })
    expect(await refuse({ ...jobOn(kind, `wrong-${kind}`), FORGE_TOKEN: 'wrong' })).toMatchObject({
      code: 'forge',
      message: expect.stringContaining('401: Bad credentials'),
    })
    const { GITHUB_TOKEN, GITLAB_TOKEN, ...signedOut } = jobOn(kind, `out-${kind}`)
    expect([GITHUB_TOKEN, GITLAB_TOKEN]).toContain('secret')
    expect(await refuse(signedOut)).toMatchObject({
      code: 'no_pull_request',
      hint: expect.stringMatching(/^Give it with the variable G\w+_TOKEN\.$/),
    })
    forge.state.isFork = true
    const named = ['--pr', '7', '--ref', `fork-${kind}`]
    expect(await refuse(jobOn(kind, 'x'), ...named)).toMatchObject({ code: 'fork' })
    expect(forge.state.description).toBe('')
  })
})

describe('`exhibit push --update-pr` with gh', () => {
  /** Returns the environment variables of a machine whose `gh` is a script. */
  async function withGh(script: string): Promise<NodeJS.ProcessEnv> {
    const bin = join(await newFolder('gh'), 'bin')
    await mkdir(bin)
    await writeFile(join(bin, 'gh'), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, 'gh'), 0o755)
    return { PATH: `${bin}:${baseEnvironment.PATH}` }
  }

  it('with gh, `push --update-pr` updates the pull request of the branch or of `--pr`', async () => {
    forge = await startForge('github')
    const { origin, host } = new URL(forge.apiUrl)
    const env = await withGh(`case "$*" in
      "pr view --json url --jq .url") echo "${origin}/acme/web/pull/7" ;;
      "pr view 7 --repo acme/web --json url --jq .url") echo "${origin}/acme/web/pull/7" ;;
      "pr view 8 --json url --jq .url") echo 'GraphQL: Could not resolve to a PullRequest.' >&2; exit 1 ;;
      "auth token --hostname ${host}") echo secret ;;
      *) echo "unexpected: $*" >&2; exit 1 ;;
    esac`)
    forge.state.description = 'Fixes #3.'
    const { push, print } = await newCheckout(env)
    const { code, stderr } = await print()
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('description of pull request 7 is updated.\n'),
    ])
    expect(forge.state.description).toMatch(/^Fixes #3\.\n\n<!-- exhibit:start rev_\w+ -->\n/)
    // Outside of CI, a pull request from a fork is not refused, because the person who runs the command knows
    // whose pull request it is.
    forge.state.isFork = true
    expect(await push('--pr', 'acme/web#7')).toMatchObject({ code: 0, body: { pullRequest: { number: 7 } } })
    const unknown = await push('--pr', '8')
    expect([unknown.code, unknown.body.error]).toEqual([
      1,
      expect.objectContaining({
        code: 'no_pull_request',
        message: 'No pull request was updated: gh says "GraphQL: Could not resolve to a PullRequest.".',
      }),
    ])
  })

  it('without gh, `push --update-pr` sends the evidence and prints one line with the next step', async () => {
    forge = await startForge('github')
    // With a PATH that contains only an empty folder, neither gh nor git is found, so the options must name
    // the review.
    const { print } = await newCheckout({ PATH: await newFolder('empty') })
    const { code, stderr } = await print('--ref', 'without-gh')
    expect([code, stderr.match(/^exhibit: .*$/gm)]).toEqual([
      1,
      [
        'exhibit: The evidence was sent. No pull request was updated: there is neither a CI job with a ' +
          'token nor the command "gh". Sign in with "gh auth login", create the pull request or name it ' +
          'with --pr, and run the command again.',
      ],
    ])
  })
})
