import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import type { SharedReview } from '#shared/contract/shared-review'
import { caller, type ApiResponse, type Call, type Failure } from '../server/client'
import type { TestServer } from '../server/server'

export interface CreatedLink {
  id: string
  token: string
  url: string
}

/** Creates a share link. */
export async function newShareLink(call: Call, reviewId: string, body: object = {}): Promise<CreatedLink> {
  const made = await call<CreatedLink>('POST', `/v1/reviews/${reviewId}/share-links`, body)
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body
}

/** A browser without an account that has the cookies of a share link. */
export interface Visitor {
  /** Calls a path below the share link, such as `/threads`. */
  call: <T = Failure>(method: string, path: string, body?: unknown) => Promise<ApiResponse<T>>
  read: () => Promise<ApiResponse<SharedReview>>
  unlock: (password: string) => Promise<ApiResponse<Failure>>
  /** The Cookie header that the browser sends. */
  cookie: () => string
  /** The Set-Cookie headers that the browser received. */
  received: string[]
}

/** Returns a new browser for a share link. Each call sends `headers`. */
export function visitorOf(
  server: Pick<TestServer, 'url' | 'log'>,
  token: string,
  headers: Record<string, string> = {},
): Visitor {
  const jar = new Map<string, string>()
  const received: string[] = []
  const send = caller(server)
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const call: Visitor['call'] = async (method, path, body) => {
    const response = await send<never>(method, `/api/share/${token}${path}`, body, {
      ...headers,
      ...(jar.size > 0 && { cookie: cookie() }),
    })
    for (const each of response.headers.getSetCookie()) {
      received.push(each)
      const [name = '', value = ''] = each.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    return response
  }
  return {
    call,
    read: () => call<SharedReview>('GET', ''),
    unlock: password => call('POST', '/unlock', { password }),
    cookie,
    received,
  }
}

/** Every operation below the path of a share link, except the operation for its password. */
export const shareRoutes = Object.values(contract as Record<string, Operation>).filter(
  ({ id, path }) => path.startsWith('/api/share/{token}') && id !== 'unlockShare',
)

/**
 * Returns the path of an operation, relative to the path of the share link. `ids` contains each id by the
 * path segment before the id.
 */
export const pathBelow = ({ path }: Operation, ids: Record<string, string>): string =>
  path
    .slice('/api/share/{token}'.length)
    .replace(/(\w+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind] ?? ''}`)

/** A valid body for each of these operations that needs a body. */
export const shareBodies: Partial<Record<string, object>> = {
  createGuestThread: { name: 'Mallory', body: 'x' },
  replyAsGuest: { name: 'Mallory', body: 'x' },
}
