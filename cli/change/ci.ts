import { readFileSync } from 'node:fs'
import type { ForgeKind } from '#shared/forge/dialects'

/** The change that a CI job runs for, read from the environment variables of the job. */
export interface CiJob {
  forge: ForgeKind
  /** The URL of the forge's API. */
  apiUrl: string | undefined
  /** The repository as `owner/name`, or the id of a GitLab project. */
  repository: string | undefined
  /** The URL of the repository that contains the pull request or branch. */
  repositoryAddress: string | undefined
  branch: string | undefined
  commit: string | undefined
  /** The pull request that the job runs for; null if the job does not run for a pull request. */
  pullRequest: { number: number; title: string | undefined; isFromFork: boolean } | null
}

type Variables = Record<string, string | undefined>

/** Returns whether this process runs in CI, where no person reads its output. */
export const isCi = ({ CI }: Variables = process.env): boolean => Boolean(CI) && CI !== 'false' && CI !== '0'

/** Returns the job of this process; null outside of CI, and in a CI system that is not supported. */
export function readCiJob(variables: Variables = process.env): CiJob | null {
  if (variables.GITLAB_CI === 'true') return gitlabJob(variables)
  if (variables.GITHUB_ACTIONS === 'true' || variables.GITEA_ACTIONS === 'true') return actionsJob(variables)
  return null
}

function gitlabJob(variables: Variables): CiJob {
  const number = Number(variables.CI_MERGE_REQUEST_IID)
  return {
    forge: 'gitlab',
    apiUrl: variables.CI_API_V4_URL,
    repository: variables.CI_PROJECT_ID,
    repositoryAddress: variables.CI_MERGE_REQUEST_PROJECT_URL || variables.CI_PROJECT_URL,
    branch: variables.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || variables.CI_COMMIT_BRANCH,
    commit: variables.CI_COMMIT_SHA,
    pullRequest: number
      ? {
          number,
          title: variables.CI_MERGE_REQUEST_TITLE,
          isFromFork: variables.CI_MERGE_REQUEST_SOURCE_PROJECT_ID !== variables.CI_MERGE_REQUEST_PROJECT_ID,
        }
      : null,
  }
}

/**
 * The fields that are read from the event that started a job:
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads.
 */
interface ActionsEvent {
  pull_request?: {
    number: number
    title: string
    head: { ref: string; sha: string; repo: { full_name: string } | null }
    base: { repo: { full_name: string } }
  }
}

/** Reads a job of GitHub Actions, Gitea or Forgejo. All of them set the variables of GitHub Actions. */
function actionsJob(variables: Variables): CiJob {
  const { pull_request: pull } = readEvent(variables.GITHUB_EVENT_PATH)
  const number = pull?.number ?? Number(/^refs\/pull\/(\d+)\//.exec(variables.GITHUB_REF ?? '')?.[1] ?? 0)
  const isBranch = variables.GITHUB_REF?.startsWith('refs/heads/')
  return {
    forge: variables.GITEA_ACTIONS === 'true' ? 'gitea' : 'github',
    apiUrl: variables.GITHUB_API_URL,
    repository: variables.GITHUB_REPOSITORY,
    repositoryAddress:
      variables.GITHUB_REPOSITORY &&
      `${variables.GITHUB_SERVER_URL || 'https://github.com'}/${variables.GITHUB_REPOSITORY}`,
    branch: pull?.head.ref || variables.GITHUB_HEAD_REF || (isBranch ? variables.GITHUB_REF_NAME : undefined),
    // For a pull request, `GITHUB_SHA` is a merge commit that no branch contains, so the head of the pull
    // request is used.
    commit: pull?.head.sha || variables.GITHUB_SHA,
    pullRequest: number
      ? {
          number,
          title: pull?.title,
          isFromFork: pull !== undefined && pull.head.repo?.full_name !== pull.base.repo.full_name,
        }
      : null,
  }
}

function readEvent(path: string | undefined): ActionsEvent {
  try {
    return path ? (JSON.parse(readFileSync(path, 'utf8')) as ActionsEvent) : {}
  } catch {
    return {}
  }
}
