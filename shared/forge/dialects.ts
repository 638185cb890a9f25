/** A repository of a forge. */
export interface Repository {
  /** The address of the forge's API, such as `https://api.github.com` or `https://gitlab.com/api/v4`. */
  apiUrl: string
  /** `owner/name`; on GitLab the path of a project, or its id. */
  repository: string
}

/** What a forge says about a pull request. */
export interface PullRequestState {
  /** The commit at its head. */
  commit: string
  /** Its branch is in another repository, whose owner may be a stranger. */
  isFromFork: boolean
}

export type CommitState = 'pending' | 'success' | 'failure'

export interface CommitStatus {
  state: CommitState
  /** One line, which forges cut off at 140 characters. */
  description: string
  /** Where its link leads to. */
  url: string
}

export const forgeKinds = ['github', 'gitlab', 'gitea'] as const
/** `gitea` is Forgejo too, which has the same API. */
export type ForgeKind = (typeof forgeKinds)[number]

/** The name under which a commit has the status of its review. */
export const statusContext = 'exhibit'

/** An entry of a list of comments. */
interface CommentEntry {
  id: number
  body: string
  system?: boolean
  /** On GitHub and Gitea. */
  user?: { id: number } | null
  /** On GitLab. */
  author?: { id: number }
}

/** The part of a pull request that is read. */
interface PullEntry {
  head: { sha: string; repo: { full_name: string } | null }
  base: { repo: { full_name: string } }
}
interface MergeRequestEntry {
  sha: string
  source_project_id: number | null
  target_project_id: number
}

/** What differs between the APIs. */
export interface Dialect {
  repository: (of: Repository) => string
  pullRequest: (of: Repository, number: number) => string
  comments: (of: Repository, number: number) => string
  /** The address of one comment. */
  comment: (of: Repository, number: number, id: number) => string
  statuses: (of: Repository, commit: string) => string
  headers: (token: string) => Record<string, string>
  updateMethod: 'PATCH' | 'PUT'
  /** The parameter for the size of a page; null for an API that lists all at once. */
  pageSizeParameter: 'per_page' | null
  /** Leaves out entries that the API lists beside comments, such as "changed the title". */
  isComment: (entry: CommentEntry) => boolean
  authorOf: (entry: CommentEntry) => number | null
  readPullRequest: (entry: PullEntry & MergeRequestEntry) => PullRequestState
  /** Returns whether a repository, as the token sees it, may be written to; true where it does not say so. */
  isWritable: (entry: RepositoryEntry) => boolean
  statusBody: (status: CommitStatus) => object
}

interface RepositoryEntry {
  permissions?: {
    push?: boolean
    project_access?: { access_level: number } | null
    group_access?: { access_level: number } | null
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const repositoryOf = ({ apiUrl, repository }: Repository) => `${apiUrl}/repos/${repository}`

/** What GitHub and Gitea have in common. */
const pulls = {
  repository: repositoryOf,
  pullRequest: (of: Repository, number: number) => `${repositoryOf(of)}/pulls/${number}`,
  comments: (of: Repository, number: number) => `${repositoryOf(of)}/issues/${number}/comments`,
  comment: (of: Repository, _number: number, id: number) => `${repositoryOf(of)}/issues/comments/${id}`,
  statuses: (of: Repository, commit: string) => `${repositoryOf(of)}/statuses/${commit}`,
  updateMethod: 'PATCH',
  isComment: () => true,
  authorOf: ({ user }: CommentEntry) => user?.id ?? null,
  readPullRequest: ({ head, base }: PullEntry) => ({
    commit: head.sha,
    isFromFork: head.repo?.full_name !== base.repo.full_name,
  }),
  isWritable: ({ permissions }: RepositoryEntry) => permissions?.push !== false,
  statusBody: ({ state, description, url }: CommitStatus) => ({
    state,
    description,
    target_url: url,
    context: statusContext,
  }),
} as const

const projectOf = ({ apiUrl, repository }: Repository) =>
  `${apiUrl}/projects/${encodeURIComponent(repository)}`
const mergeRequestOf = (of: Repository, number: number) => `${projectOf(of)}/merge_requests/${number}`

/** The role of GitLab that may set the status of a commit: https://docs.gitlab.com/api/access_requests/. */
const DEVELOPER = 30

export const dialects: Record<ForgeKind, Dialect> = {
  // https://docs.github.com/en/rest/issues/comments and https://docs.github.com/en/rest/commits/statuses
  github: {
    ...pulls,
    headers: token => ({
      ...bearer(token),
      'accept': 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    pageSizeParameter: 'per_page',
  },
  // https://gitea.com/api/swagger: lists all comments of an issue at once.
  gitea: {
    ...pulls,
    headers: token => ({ authorization: `token ${token}`, accept: 'application/json' }),
    pageSizeParameter: null,
  },
  // https://docs.gitlab.com/api/notes/#merge-requests and https://docs.gitlab.com/api/commits/#commit-status
  gitlab: {
    repository: projectOf,
    pullRequest: mergeRequestOf,
    comments: (of, number) => `${mergeRequestOf(of, number)}/notes`,
    comment: (of, number, id) => `${mergeRequestOf(of, number)}/notes/${id}`,
    statuses: (of, commit) => `${projectOf(of)}/statuses/${commit}`,
    headers: token => ({ 'private-token': token, 'accept': 'application/json' }),
    updateMethod: 'PUT',
    pageSizeParameter: 'per_page',
    isComment: entry => entry.system !== true,
    authorOf: ({ author }) => author?.id ?? null,
    readPullRequest: entry => ({
      commit: entry.sha,
      isFromFork: entry.source_project_id !== entry.target_project_id,
    }),
    isWritable({ permissions }) {
      const levels = [permissions?.project_access, permissions?.group_access]
        .filter(access => access !== null && access !== undefined)
        .map(access => access.access_level)
      return levels.length === 0 || Math.max(...levels) >= DEVELOPER
    },
    statusBody: ({ state, description, url }) => ({
      state: state === 'failure' ? 'failed' : state,
      description,
      target_url: url,
      name: statusContext,
    }),
  },
}
