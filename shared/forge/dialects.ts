/** A repository at a forge. */
export interface Repository {
  /** The URL of the API of the forge, such as `https://api.github.com` or `https://gitlab.com/api/v4`. */
  apiUrl: string
  /** The repository as `owner/name`; on GitLab, the path or the id of a project. */
  repository: string
}

/**
 * The pattern of `owner/name`, which on GitLab may contain several groups. It excludes parts that would
 * change the path of a URL, such as `..`.
 */
export const repositoryPattern = /^(?:(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!$)|$)){2,}$/

/** The minimum number of digits of an abbreviated commit hash in Git. */
export const SHORTEST_HASH = 4
const hash = new RegExp(`^[0-9a-f]{${SHORTEST_HASH},64}$`, 'i')

/**
 * Returns whether a text is the hash of a commit, or the beginning of such a hash: SHA-1 has 40 digits,
 * SHA-256 has 64.
 */
export const isCommitHash = (text: string): boolean => hash.test(text)

/** The state of a pull request at a forge. */
export interface PullRequestState {
  /** The commit at the head of the pull request. */
  commit: string
  /** Whether the branch of the pull request is in another repository, whose owner may be unknown. */
  isFromFork: boolean
  /** Whether the pull request can still be merged: it is neither merged nor closed. */
  isOpen: boolean
  /** When the pull request was merged, in epoch milliseconds; null if it is not merged. */
  mergedAt: number | null
}

/** The states of a commit, from the least favorable to the most favorable one. */
export const commitStates = ['failure', 'pending', 'success'] as const
export type CommitState = (typeof commitStates)[number]

export interface CommitStatus {
  state: CommitState
  /** The text of the status on one line. Forges cut it off after 140 characters. */
  description: string
  /** The URL that the status links to. */
  url: string
}

export const forgeKinds = ['github', 'gitlab', 'gitea'] as const
/** The kinds of forges. `gitea` includes Forgejo, which has the same API. */
export type ForgeKind = (typeof forgeKinds)[number]

/** The name of the commit status that shows the state of the review. */
export const statusContext = 'exhibit'

/** A comment, or another entry in the list of comments of a pull request. */
export interface CommentEntry {
  id: number
  body: string
  system?: boolean
  /** The author on GitHub and Gitea. An app on GitHub is a `Bot`. */
  user?: { id: number; type?: string } | null
  /** The author on GitLab. */
  author?: { id: number }
}

/** Returns the value at a path in the JSON of a response; undefined if the path does not exist. */
const valueAt = (json: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
    json,
  )

const isTextOrMissing = (value: unknown): value is string | null | undefined =>
  value === undefined || value === null || typeof value === 'string'

/**
 * Returns a pull request from the JSON of a response: its state, the commit at its head, and whether its
 * branch is in another repository. Returns null if a value does not have the type that a forge returns.
 */
function stateOf(entry: unknown, commit: unknown, isFromFork: boolean): PullRequestState | null {
  // The state is `open` or `opened`, `closed`, and on GitLab `merged`.
  const state = valueAt(entry, 'state')
  const merged = valueAt(entry, 'merged_at')
  if (typeof commit !== 'string' || !isTextOrMissing(state) || !isTextOrMissing(merged)) return null
  const mergedAt = Date.parse(merged ?? '')
  return {
    commit,
    isFromFork,
    isOpen: state?.startsWith('open') ?? false,
    mergedAt: Number.isNaN(mergedAt) ? null : mergedAt,
  }
}

/** The differences between the APIs of the forges (Git hosts). */
export interface Dialect {
  /** Returns the URL at which a token can read its own user. */
  user: (of: Repository) => string
  repository: (of: Repository) => string
  pullRequest: (of: Repository, number: number) => string
  comments: (of: Repository, number: number) => string
  /** Returns the URL of one comment. */
  comment: (of: Repository, number: number, id: number) => string
  statuses: (of: Repository, commit: string) => string
  headers: (token: string) => Record<string, string>
  updateMethod: 'PATCH' | 'PUT'
  /**
   * The query parameter for the size of a page; null for an API that returns all comments in one response.
   */
  pageSizeParameter: 'per_page' | null
  /**
   * Returns whether an entry is a comment. Some APIs also list other entries, such as "changed the title".
   */
  isComment: (entry: CommentEntry) => boolean
  authorOf: (entry: CommentEntry) => number | null
  /** Returns whether a comment was written by an app or a CI job, and not by a person. */
  isByBot: (entry: CommentEntry) => boolean
  /** Returns the pull request in the JSON of a response; null if the JSON is not a pull request. */
  readPullRequest: (entry: unknown) => PullRequestState | null
  /**
   * Returns whether a token may write to a repository. Returns true if the response of the forge does not
   * state it.
   */
  isWritable: (entry: RepositoryEntry) => boolean
  statusBody: (status: CommitStatus) => object
  /** The name of the field with the description of a pull request. */
  descriptionField: 'body' | 'description'
}

interface RepositoryEntry {
  permissions?: {
    push?: boolean
    project_access?: { access_level: number } | null
    group_access?: { access_level: number } | null
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/**
 * Returns a URL of an API. The segments of its path are encoded, because people and agents choose some of
 * them, and a segment must not change which operation is called. Throws for an empty segment, `.` and `..`,
 * because they would change the path (RFC 3986, section 5.2.4).
 */
function addressOf(apiUrl: string, ...segments: (string | number)[]): string {
  const encoded = segments.map(each => encodeURIComponent(each))
  const unsafe = encoded.find(each => /^\.{0,2}$/.test(each))
  if (unsafe !== undefined) throw new Error(`"${unsafe}" cannot be part of an address of a forge.`)
  return [apiUrl, ...encoded].join('/')
}

/** Returns a URL of a repository in the API of GitHub or Gitea. */
const inRepository = ({ apiUrl, repository }: Repository, ...segments: (string | number)[]) =>
  addressOf(apiUrl, 'repos', ...repository.split('/'), ...segments)

/** The parts of the API that GitHub and Gitea have in common. */
const pulls = {
  user: ({ apiUrl }: Repository) => addressOf(apiUrl, 'user'),
  repository: (of: Repository) => inRepository(of),
  pullRequest: (of: Repository, number: number) => inRepository(of, 'pulls', number),
  comments: (of: Repository, number: number) => inRepository(of, 'issues', number, 'comments'),
  comment: (of: Repository, _number: number, id: number) => inRepository(of, 'issues', 'comments', id),
  statuses: (of: Repository, commit: string) => inRepository(of, 'statuses', commit),
  updateMethod: 'PATCH',
  isComment: () => true,
  authorOf: ({ user }: CommentEntry) => user?.id ?? null,
  // CI jobs on Gitea have a user with a negative id. Such a user counts as a bot.
  isByBot: ({ user }: CommentEntry) => user?.type === 'Bot' || (user?.id ?? 0) < 0,
  readPullRequest(entry: unknown) {
    const target = valueAt(entry, 'base', 'repo', 'full_name')
    // The repository of the branch is null if it was deleted.
    const isFromFork = valueAt(entry, 'head', 'repo', 'full_name') !== target
    return typeof target === 'string' ? stateOf(entry, valueAt(entry, 'head', 'sha'), isFromFork) : null
  },
  isWritable: ({ permissions }: RepositoryEntry) => permissions?.push !== false,
  statusBody: ({ state, description, url }: CommitStatus) => ({
    state,
    description,
    target_url: url,
    context: statusContext,
  }),
  descriptionField: 'body',
} as const

/** Returns a URL of a project in the API of GitLab. */
const inProject = ({ apiUrl, repository }: Repository, ...segments: (string | number)[]) =>
  addressOf(apiUrl, 'projects', repository, ...segments)

/**
 * The lowest role on GitLab that may set the status of a commit:
 * https://docs.gitlab.com/api/access_requests/.
 */
const DEVELOPER = 30

export const dialects: Record<ForgeKind, Dialect> = {
  // The API of GitHub: https://docs.github.com/en/rest/issues/comments and
  // https://docs.github.com/en/rest/commits/statuses
  github: {
    ...pulls,
    headers: token => ({
      ...bearer(token),
      'accept': 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    pageSizeParameter: 'per_page',
  },
  // The API of Gitea (https://gitea.com/api/swagger) lists all comments of an issue in one response.
  gitea: {
    ...pulls,
    headers: token => ({ authorization: `token ${token}`, accept: 'application/json' }),
    pageSizeParameter: null,
  },
  // The API of GitLab: https://docs.gitlab.com/api/notes/#merge-requests and
  // https://docs.gitlab.com/api/commits/#commit-status
  gitlab: {
    user: ({ apiUrl }) => addressOf(apiUrl, 'user'),
    repository: of => inProject(of),
    pullRequest: (of, number) => inProject(of, 'merge_requests', number),
    comments: (of, number) => inProject(of, 'merge_requests', number, 'notes'),
    comment: (of, number, id) => inProject(of, 'merge_requests', number, 'notes', id),
    statuses: (of, commit) => inProject(of, 'statuses', commit),
    headers: token => ({ 'private-token': token, 'accept': 'application/json' }),
    updateMethod: 'PUT',
    pageSizeParameter: 'per_page',
    isComment: entry => entry.system !== true,
    authorOf: ({ author }) => author?.id ?? null,
    isByBot: () => false,
    readPullRequest(entry) {
      const target = valueAt(entry, 'target_project_id')
      const isFromFork = valueAt(entry, 'source_project_id') !== target
      return typeof target === 'number' ? stateOf(entry, valueAt(entry, 'sha'), isFromFork) : null
    },
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
    descriptionField: 'description',
  },
}
