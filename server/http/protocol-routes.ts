import type { Method } from '#shared/contract/kit/operation'

/** The routes of protocols that others define, without rows of the contract. */
export const protocolRoutes: { method: Method; path: string }[] = [
  { method: 'POST', path: '/mcp' },
  { method: 'GET', path: '/oauth/authorize' },
]
