import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openForge } from '#shared/forge/forge'
import { readPullRequest } from '#shared/forge/pull-request-name'
import { apiUrlOf } from '#shared/forge/pull-request-ref'
import { Failure } from '../failure'
import { onOneLine } from '#shared/text/printable'
import { requirePullRequest } from './change'
import type { ForgeTarget } from './forge-target'

const run = promisify(execFile)
const TIMEOUT_MS = 30_000

/**
 * Returns the pull request that `pr` names, else the pull request of the current branch, with the token of
 * GitHub's command line `gh`, which finds it. Throws a failure if `gh` is not installed, is not signed in, or
 * finds no pull request.
 */
export async function openGhTarget(pr: string | undefined): Promise<ForgeTarget> {
  const { origin, repository, number } = pr === undefined ? unnamed : requirePullRequest(pr)
  const host = origin === null ? '' : `${new URL(origin).host}/`
  const named = number === null ? [] : [String(number)]
  const inRepository = repository === null ? [] : ['--repo', host + repository]
  const url = await gh('pr', 'view', ...named, ...inRepository, '--json', 'url', '--jq', '.url')
  const found = readPullRequest(url)
  if (!found?.repository || !found.origin) throw noPullRequest(`gh names the pull request "${url}"`)
  const token = await gh('auth', 'token', '--hostname', new URL(found.origin).host)
  const of = { apiUrl: apiUrlOf('github', found.origin), repository: found.repository }
  return { kind: 'github', number: found.number, forge: openForge('github', of, token) }
}

const unnamed = { origin: null, repository: null, number: null }

/** Returns the output of `gh`. Throws a failure with its first line of error output. */
async function gh(...args: string[]): Promise<string> {
  try {
    const env = { ...process.env, GH_PROMPT_DISABLED: '1', NO_COLOR: '1' }
    const { stdout } = await run('gh', args, { timeout: TIMEOUT_MS, env })
    return stdout.trim()
  } catch (error) {
    const { code, stderr = '', message } = error as { code?: unknown; stderr?: string; message: string }
    if (code === 'ENOENT') throw noPullRequest('there is neither a CI job with a token nor the command "gh"')
    const [line = ''] = (stderr.trim() || message).split('\n')
    throw noPullRequest(`gh says "${onOneLine(line)}"`)
  }
}

const noPullRequest = (reason: string) =>
  new Failure(
    'no_pull_request',
    `No pull request was updated: ${reason.replace(/\.$/, '')}.`,
    'Sign in with "gh auth login", create the pull request or name it with --pr, and run the command again.',
  )
