/** A pull request of a forge; a merge request of GitLab. */
export interface PullRequest {
  /** The address of the forge's API, such as `https://api.github.com` or `https://gitlab.com/api/v4`. */
  apiUrl: string
  /** `owner/name`; on GitLab also the id of the project. */
  repository: string
  number: number
}

/** A comment of a pull request. */
export interface ForgeComment {
  id: number
  body: string
}

/** The comments of one pull request. Every call throws {@link ForgeError}. */
export interface ForgeComments {
  /** Returns all comments, the oldest first. */
  list: () => Promise<ForgeComment[]>
  create: (body: string) => Promise<ForgeComment>
  /** Changes a comment. Returns false if it no longer exists. */
  update: (id: number, body: string) => Promise<boolean>
  /** Deletes a comment, which may be deleted already. */
  remove: (id: number) => Promise<void>
}

/** A call to a forge that failed; `status` is 0 where no response arrived. */
export class ForgeError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
    this.name = 'ForgeError'
  }
}

export const forgeKinds = ['github', 'gitlab', 'gitea'] as const
/** `gitea` is Forgejo too, which has the same API. */
export type ForgeKind = (typeof forgeKinds)[number]

/** How a forge sends a request: the server guards it against addresses of its own network. */
export type ForgeFetch = (url: string, init: RequestInit) => Promise<Response>

/** What differs between the APIs. */
interface Dialect {
  /** The address of the comments of a pull request. */
  comments: (pull: PullRequest) => string
  /** The address of one comment. */
  comment: (pull: PullRequest, id: number) => string
  headers: (token: string) => Record<string, string>
  updateMethod: 'PATCH' | 'PUT'
  /** The query parameter for the size of a page; null for an API that lists all at once. */
  pageSizeParameter: 'per_page' | null
  /** Leaves out entries that the API lists beside comments, such as "changed the title". */
  isComment: (entry: { system?: boolean }) => boolean
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const repository = ({ apiUrl, repository: path }: PullRequest) => `${apiUrl}/repos/${path}`
const mergeRequest = ({ apiUrl, repository: path, number }: PullRequest) =>
  `${apiUrl}/projects/${encodeURIComponent(path)}/merge_requests/${number}`

const issues = {
  comments: (pull: PullRequest) => `${repository(pull)}/issues/${pull.number}/comments`,
  comment: (pull: PullRequest, id: number) => `${repository(pull)}/issues/comments/${id}`,
  updateMethod: 'PATCH',
  isComment: () => true,
} as const

const dialects: Record<ForgeKind, Dialect> = {
  // https://docs.github.com/en/rest/issues/comments
  github: {
    ...issues,
    headers: token => ({
      ...bearer(token),
      'accept': 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    pageSizeParameter: 'per_page',
  },
  // https://gitea.com/api/swagger: lists all comments of an issue at once.
  gitea: {
    ...issues,
    headers: token => ({ authorization: `token ${token}`, accept: 'application/json' }),
    pageSizeParameter: null,
  },
  // https://docs.gitlab.com/api/notes/#merge-requests
  gitlab: {
    comments: pull => `${mergeRequest(pull)}/notes`,
    comment: (pull, id) => `${mergeRequest(pull)}/notes/${id}`,
    headers: token => ({ 'private-token': token, 'accept': 'application/json' }),
    updateMethod: 'PUT',
    pageSizeParameter: 'per_page',
    isComment: entry => entry.system !== true,
  },
}

const PAGE_SIZE = 100
/** A pull request with more comments than these pages have gets no comment of ours. */
const MAX_PAGES = 50

/** Returns the comments of a pull request on a forge. */
export function forgeComments(
  kind: ForgeKind,
  pull: PullRequest,
  token: string,
  fetchForge: ForgeFetch = fetch,
): ForgeComments {
  const dialect = dialects[kind]

  async function send(method: string, url: string, body?: string): Promise<Response> {
    const init = {
      method,
      headers: {
        ...dialect.headers(token),
        'user-agent': 'exhibit',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      // A redirect would take the token to another address.
      redirect: 'error' as const,
      ...(body !== undefined && { body: JSON.stringify({ body }) }),
    }
    const response = await fetchForge(url, init).catch((error: unknown) => {
      const { cause, message } = error as Error & { cause?: { code?: string } }
      throw new ForgeError(`${new URL(url).origin} cannot be reached (${cause?.code ?? message}).`, 0)
    })
    if (response.ok || response.status === 404) return response
    throw new ForgeError(
      `${method} ${url} failed with ${response.status}${await reasonOf(response)}.`,
      response.status,
    )
  }

  async function sendToExisting(method: string, url: string, body?: string): Promise<Response> {
    const response = await send(method, url, body)
    if (response.status !== 404) return response
    throw new ForgeError(
      `${method} ${url} failed with 404: it does not exist, or the token cannot see it.`,
      404,
    )
  }

  return {
    async list() {
      const comments: ForgeComment[] = []
      for (let page = 1; page <= MAX_PAGES; page++) {
        const query = dialect.pageSizeParameter
          ? `?${dialect.pageSizeParameter}=${PAGE_SIZE}&page=${page}`
          : ''
        const response = await sendToExisting('GET', dialect.comments(pull) + query)
        const entries = (await response.json()) as (ForgeComment & { system?: boolean })[]
        comments.push(...entries.filter(dialect.isComment).map(({ id, body }) => ({ id, body })))
        if (dialect.pageSizeParameter === null || entries.length < PAGE_SIZE)
          return comments.sort((a, b) => a.id - b.id)
      }
      throw new ForgeError(`The pull request has more than ${MAX_PAGES * PAGE_SIZE} comments.`, 422)
    },
    async create(body) {
      const response = await sendToExisting('POST', dialect.comments(pull), body)
      return (await response.json()) as ForgeComment
    },
    async update(id, body) {
      return (await send(dialect.updateMethod, dialect.comment(pull, id), body)).ok
    },
    async remove(id) {
      await send('DELETE', dialect.comment(pull, id))
    },
  }
}

/** Returns what a forge says about an error: `message` on all of them, `error` on GitLab too. */
async function reasonOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown; error?: unknown } | null
  const reason = body?.message ?? body?.error
  return typeof reason === 'string' ? `: ${reason}` : ''
}
