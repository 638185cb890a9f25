import type { Credentials } from '../../permissions'

/** Returns a description of which credentials an operation accepts. */
export function describeAuth(auth: Credentials): string {
  if (auth.anonymous) return 'none'
  const agent =
    auth.agent === false ? null : auth.agent === 'any' ? 'any agent token' : `agent token with ${auth.agent}`
  const others = [auth.human ? 'session' : null, auth.adminToken ? 'ADMIN_TOKEN' : null]
  return [agent, ...others].filter(Boolean).join(' or ')
}
