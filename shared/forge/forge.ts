import { parseRetryAfter } from '../retry-after'
import { MINUTE, SECOND } from '../time'
import {
  dialects,
  isCommitHash,
  type CommentEntry,
  type CommitStatus,
  type ForgeKind,
  type PullRequestState,
  type Repository,
} from './dialects'

/** A comment on a pull request. */
export interface ForgeComment {
  id: number
  body: string
  /** The id of the author; null if the forge does not state it. */
  author: number | null
  /** Whether the comment was written by an app or a CI job, and not by a person. */
  isByBot: boolean
}

/** The comments on one pull request. All methods throw a {@link ForgeError} if a request fails. */
export interface ForgeComments {
  /** Returns the comments whose text starts with `beginning`, oldest first. */
  list: (beginning: string) => Promise<ForgeComment[]>
  create: (body: string) => Promise<ForgeComment>
  /**
   * Returns whether a comment was written by the user of the token. The token of an app or a CI job cannot
   * find out who its user is. For such a token, every comment by a bot counts as written by its user.
   */
  isOwn: (comment: ForgeComment) => Promise<boolean>
  /** Changes the text of a comment. Returns false if the comment no longer exists. */
  update: (id: number, body: string) => Promise<boolean>
  /** Deletes a comment. Does nothing if the comment no longer exists. */
  remove: (id: number) => Promise<void>
}

/**
 * A repository at a forge. A merge request on GitLab is treated as a pull request. All methods throw a
 * {@link ForgeError} if a request fails.
 */
export interface Forge {
  /**
   * Returns whether the token may write to the repository. Throws if the token cannot read the repository.
   */
  isWritable: () => Promise<boolean>
  pullRequest: (number: number) => Promise<PullRequestState>
  comments: (number: number) => ForgeComments
  /**
   * Changes the description of a pull request, unless `change` returns the same text. Returns whether it was
   * changed. Forges do not support conditional updates, so a change that another person makes at the same
   * moment may be lost.
   */
  changeDescription: (number: number, change: (description: string) => string) => Promise<boolean>
  /**
   * Sets the status of a commit. Does nothing if the commit already has this status. Throws without a request
   * if the text is not a commit hash.
   */
  setStatus: (commit: string, status: CommitStatus) => Promise<void>
}

/** The error for a failed call to a forge. */
export class ForgeError extends Error {
  constructor(
    message: string,
    /** The HTTP status of the response; 0 if there was no valid response. */
    readonly status: number,
    /**
     * How long no request should be sent, in milliseconds, if a rate limit was reached; null for other
     * errors.
     */
    readonly pauseMs: number | null = null,
  ) {
    super(message)
    this.name = 'ForgeError'
  }
}

/**
 * Sends a request to a forge. The implementation on the server rejects IP addresses in the network of the
 * server.
 */
export type ForgeFetch = (url: string, init: ForgeRequest) => Promise<Response>

export interface ForgeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: string
}

/**
 * The number of comments on one page. Even if each comment has 40,000 characters, the page does not exceed
 * the size limit for a response.
 */
const PAGE_SIZE = 50
/**
 * The maximum number of pages that are read. If a pull request has more pages of comments, Exhibit does not
 * comment on it.
 */
const MAX_PAGES = 50

/** Sends a request. Rejects redirects, because they would send the token to another URL. */
const fetchDirectly: ForgeFetch = (url, init) => fetch(url, { ...init, redirect: 'error' })

/** Opens a repository at a forge with a token. */
export function openForge(
  kind: ForgeKind,
  of: Repository,
  token: string,
  fetchForge: ForgeFetch = fetchDirectly,
): Forge {
  const dialect = dialects[kind]

  /** Sends a request. Returns null for a 404. */
  async function send(method: ForgeRequest['method'], url: string, body?: object): Promise<Response | null> {
    const init = {
      method,
      headers: {
        ...dialect.headers(token),
        'user-agent': 'exhibit',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await fetchForge(url, init).catch((error: unknown) => {
      throw new ForgeError(`${new URL(url).origin} cannot be reached: ${causeOf(error)}.`, 0)
    })
    if (response.ok) return response
    if (response.status === 404) return null
    const { status } = response
    const reason = await reasonOf(response, token)
    throw new ForgeError(
      `${method} ${url} failed with ${status}${reason && `: ${reason}`}.`,
      status,
      rateLimitPause(response, reason),
    )
  }

  async function sendToExisting(
    method: ForgeRequest['method'],
    url: string,
    body?: object,
  ): Promise<Response> {
    const response = await send(method, url, body)
    if (response) return response
    throw new ForgeError(
      `${method} ${url} failed with 404: it does not exist, or the token cannot see it.`,
      404,
    )
  }

  async function read<T>(url: string): Promise<{ value: T; headers: Headers }> {
    const response = await sendToExisting('GET', url)
    return { value: await jsonOf<T>(response, url), headers: response.headers }
  }

  const commentOf = (entry: CommentEntry): ForgeComment => ({
    id: entry.id,
    body: entry.body,
    author: dialect.authorOf(entry),
    isByBot: dialect.isByBot(entry),
  })

  /** Returns the id of the user that the token belongs to; null if the token may not read it. */
  async function readUser(): Promise<number | null> {
    try {
      const url = dialect.user(of)
      const response = await send('GET', url)
      if (!response) return null
      const { id } = await jsonOf<{ id?: unknown }>(response, url)
      if (typeof id !== 'number') throw noApi(url)
      return id
    } catch (error) {
      if (error instanceof ForgeError && error.status === 403 && error.pauseMs === null) return null
      throw error
    }
  }
  let user: Promise<number | null> | undefined

  return {
    async isWritable() {
      const { value } = await read<Parameters<typeof dialect.isWritable>[0]>(dialect.repository(of))
      return dialect.isWritable(value)
    },
    async pullRequest(number) {
      const url = dialect.pullRequest(of, number)
      const { value } = await read<unknown>(url)
      const found = dialect.readPullRequest(value)
      if (!found) throw noApi(url)
      return found
    },
    comments: number => ({
      async list(beginning) {
        const url = dialect.comments(of, number)
        const comments: ForgeComment[] = []
        for (let page = 1; page <= MAX_PAGES; page++) {
          const { pageSizeParameter } = dialect
          const query = pageSizeParameter ? `?${pageSizeParameter}=${PAGE_SIZE}&page=${page}` : ''
          const { value, headers } = await read<unknown[]>(url + query)
          if (!Array.isArray(value)) throw noApi(url + query)
          // Only the matching comments are kept in memory, because the others may be long.
          for (const each of value.filter(isCommentEntry))
            if (dialect.isComment(each) && each.body.startsWith(beginning)) comments.push(commentOf(each))
          if (pageSizeParameter === null || !hasNextPage(headers)) return comments.sort((a, b) => a.id - b.id)
        }
        throw new ForgeError(`The pull request has more than ${MAX_PAGES * PAGE_SIZE} comments.`, 422)
      },
      async create(body) {
        const url = dialect.comments(of, number)
        const created = await jsonOf<unknown>(await sendToExisting('POST', url, { body }), url)
        if (!isCommentEntry(created)) throw noApi(url)
        return commentOf(created)
      },
      async isOwn({ author, isByBot }) {
        user ??= readUser()
        const own = await user
        return own === null ? isByBot : author === own
      },
      async update(id, body) {
        return (await send(dialect.updateMethod, dialect.comment(of, number, id), { body })) !== null
      },
      async remove(id) {
        await send('DELETE', dialect.comment(of, number, id))
      },
    }),
    async changeDescription(number, change) {
      const url = dialect.pullRequest(of, number)
      const { descriptionField: field } = dialect
      const { value } = await read<Partial<Record<typeof field, unknown>>>(url)
      const present = value[field] ?? ''
      if (typeof present !== 'string') throw noApi(url)
      const changed = change(present)
      if (changed === present) return false
      await sendToExisting(dialect.updateMethod, url, { [field]: changed })
      return true
    },
    async setStatus(commit, status) {
      if (!isCommitHash(commit))
        throw new ForgeError(`"${commit}" is no commit: its hash has 4 to 64 hexadecimal digits.`, 422)
      const url = dialect.statuses(of, commit)
      await sendToExisting('POST', url, dialect.statusBody(status)).catch((error: unknown) => {
        if (!isPresentStatus(error)) throw error
      })
    },
  }
}

/**
 * Returns the reason why there was no response. If the connection fails, fetch rejects with a TypeError whose
 * cause contains the error code.
 */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return (error instanceof TypeError && cause?.code) || message.replace(/\.$/, '')
}

/** Returns whether GitLab rejected a status because the commit already has it. */
const isPresentStatus = (error: unknown) =>
  error instanceof ForgeError && error.status === 400 && error.message.includes('Cannot transition status')

/**
 * Returns whether a Link header contains a next page (RFC 8288). The URL in the header is not used, because
 * it could point to another host.
 */
const hasNextPage = (headers: Headers) => /;\s*rel="?next\b/i.test(headers.get('link') ?? '')

/**
 * Returns whether an entry of a list of comments has an id and a text. A forge in an old version, or behind a
 * proxy, may return `null` or a comment without a text. The id is stored, so a hostile forge must not choose
 * a long text for it.
 */
const isCommentEntry = (entry: unknown): entry is CommentEntry =>
  typeof entry === 'object' &&
  entry !== null &&
  'id' in entry &&
  Number.isSafeInteger(entry.id) &&
  'body' in entry &&
  typeof entry.body === 'string'

/** Returns the JSON object or list of a response. Throws a ForgeError for any other body. */
async function jsonOf<T>(response: Response, url: string): Promise<T> {
  const value: unknown = await response.json().catch(() => null)
  if (typeof value !== 'object' || value === null) throw noApi(url)
  return value as T
}

const noApi = (url: string) => new ForgeError(`${url} did not return what the API of this forge returns.`, 0)

const MAX_REASON = 200

/**
 * Returns the reason in the error response of a forge. It is in the field `message`, on GitLab also in
 * `error`.
 */
async function reasonOf(response: Response, token: string): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown; error?: unknown } | null
  const reason = body?.message ?? body?.error
  const text = typeof reason === 'string' ? reason : reason === undefined ? '' : JSON.stringify(reason)
  return text.replaceAll(token, '…').replace(/\s+/g, ' ').slice(0, MAX_REASON).replace(/\.$/, '')
}

/**
 * Returns how long to wait for a rate limit, in milliseconds; null for other errors. GitHub may report a rate
 * limit with the status 403, and its secondary rate limits without a waiting time:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api.
 */
function rateLimitPause({ status, headers }: Response, reason: string): number | null {
  const isExhausted = headers.get('x-ratelimit-remaining') === '0'
  const retryAfter = parseRetryAfter(headers.get('retry-after'), Date.now())
  const isLimited =
    status === 429 || (status === 403 && (isExhausted || retryAfter !== null || /rate limit/i.test(reason)))
  if (!isLimited) return null
  if (retryAfter !== null) return Math.max(retryAfter, SECOND)
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? 0)
  const untilReset = parseRetryAfter(String(Math.ceil(Math.max(0, reset - Date.now() / SECOND))), Date.now())
  return Math.max(untilReset ?? 0, MINUTE)
}
