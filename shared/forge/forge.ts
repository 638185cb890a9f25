import { parseRetryAfter } from '../retry-after'
import { MINUTE, SECOND } from '../time'
import {
  dialects,
  isCommitHash,
  type CommitStatus,
  type ForgeKind,
  type PullRequestState,
  type Repository,
} from './dialects'

/** A comment on a pull request. */
export interface ForgeComment {
  id: number
  body: string
  /** The id of its author; null if the forge does not say. */
  author: number | null
  /** Whether an app or a CI job wrote it instead of a person. */
  isByBot: boolean
}

/** The comments on one pull request. Every call throws {@link ForgeError}. */
export interface ForgeComments {
  /** Returns the comments that begin with a text, oldest first. */
  list: (beginning: string) => Promise<ForgeComment[]>
  create: (body: string) => Promise<ForgeComment>
  /**
   * Returns whether the user of the token wrote a comment. Tokens of apps and of CI cannot read their user:
   * any comment by a bot may be theirs.
   */
  isOwn: (comment: ForgeComment) => Promise<boolean>
  /** Changes a comment. Returns false if it no longer exists. */
  update: (id: number, body: string) => Promise<boolean>
  /** Deletes a comment. It may already be deleted. */
  remove: (id: number) => Promise<void>
}

/**
 * A repository at a forge, where a GitLab merge request is a pull request. Every call throws
 * {@link ForgeError}.
 */
export interface Forge {
  /** Returns whether the token may write to the repository. Throws if it cannot see it. */
  isWritable: () => Promise<boolean>
  pullRequest: (number: number) => Promise<PullRequestState>
  comments: (number: number) => ForgeComments
  /**
   * Sets the status of a commit; setting the present one again changes nothing. Sends nothing for a text that
   * is not a commit hash.
   */
  setStatus: (commit: string, status: CommitStatus) => Promise<void>
}

/** A call to a forge that failed. */
export class ForgeError extends Error {
  constructor(
    message: string,
    /** The status of the response; 0 if no valid response arrived. */
    readonly status: number,
    /** How long to send nothing, in milliseconds, if a rate limit is reached; null otherwise. */
    readonly pauseMs: number | null = null,
  ) {
    super(message)
    this.name = 'ForgeError'
  }
}

/** Sends a request to a forge. The server protects it against addresses of its own network. */
export type ForgeFetch = (url: string, init: ForgeRequest) => Promise<Response>

export interface ForgeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: string
}

/**
 * The size of a page. That many comments of 40,000 characters are within the server's limit for a response.
 */
const PAGE_SIZE = 50
/** The largest number of pages. A pull request with more comments gets no comment of Exhibit. */
const MAX_PAGES = 50

/** Rejects redirects, which would send the token to another address. */
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

  const commentOf = (entry: Parameters<typeof dialect.isComment>[0]): ForgeComment => ({
    id: entry.id,
    body: entry.body,
    author: dialect.authorOf(entry),
    isByBot: dialect.isByBot(entry),
  })

  /** Returns the id of the user of the token; null if the token cannot read it. */
  async function readUser(): Promise<number | null> {
    try {
      const response = await send('GET', dialect.user(of))
      return response && (await jsonOf<{ id: number }>(response, dialect.user(of))).id
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
      const { value } = await read<Parameters<typeof dialect.readPullRequest>[0]>(url)
      return dialect.readPullRequest(value)
    },
    comments: number => ({
      async list(beginning) {
        const url = dialect.comments(of, number)
        const comments: ForgeComment[] = []
        for (let page = 1; page <= MAX_PAGES; page++) {
          const { pageSizeParameter } = dialect
          const query = pageSizeParameter ? `?${pageSizeParameter}=${PAGE_SIZE}&page=${page}` : ''
          const { value, headers } = await read<Parameters<typeof dialect.isComment>[0][]>(url + query)
          // Other comments, which may be long, are not kept in memory.
          const found = value.filter(each => dialect.isComment(each) && each.body.startsWith(beginning))
          comments.push(...found.map(commentOf))
          if (pageSizeParameter === null || !hasNextPage(headers)) return comments.sort((a, b) => a.id - b.id)
        }
        throw new ForgeError(`The pull request has more than ${MAX_PAGES * PAGE_SIZE} comments.`, 422)
      },
      async create(body) {
        const url = dialect.comments(of, number)
        return commentOf(await jsonOf(await sendToExisting('POST', url, { body }), url))
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

/** Returns why a request got no response: fetch rejects with a TypeError whose cause has the code. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string } }
  return (error instanceof TypeError && cause?.code) || message.replace(/\.$/, '')
}

/** Returns whether GitLab rejected a status because the commit already has it. */
const isPresentStatus = (error: unknown) =>
  error instanceof ForgeError && error.status === 400 && error.message.includes('Cannot transition status')

/**
 * Returns whether there is a next page (RFC 8288). Its address is not used, since it could be on another
 * host.
 */
const hasNextPage = (headers: Headers) => /;\s*rel="?next\b/i.test(headers.get('link') ?? '')

async function jsonOf<T>(response: Response, url: string): Promise<T> {
  try {
    return (await response.json()) as T
  } catch {
    throw new ForgeError(`${url} returned no JSON: it is not the API of this forge.`, 0)
  }
}

const MAX_REASON = 200

/** Returns the reason in the error response of a forge: `message` on all of them, on GitLab also `error`. */
async function reasonOf(response: Response, token: string): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown; error?: unknown } | null
  const reason = body?.message ?? body?.error
  const text = typeof reason === 'string' ? reason : reason === undefined ? '' : JSON.stringify(reason)
  return text.replaceAll(token, '…').replace(/\s+/g, ' ').slice(0, MAX_REASON).replace(/\.$/, '')
}

/**
 * Returns how long to wait for a rate limit, in milliseconds; null for other errors. GitHub also reports it
 * with 403, and its secondary limits without a time:
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
