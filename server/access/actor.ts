import type { Capability } from '#shared/contract/kit/operation'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'

/** A bearer of an agent token. */
export interface AgentActor {
  type: 'agent'
  /** `tok_…` */
  id: string
  name: string
  workspaceId: string
  /** The one project the token reaches; null: the whole workspace. */
  projectId: string | null
  capabilities: readonly Capability[]
}

/** A signed-in person. */
export interface HumanActor {
  type: 'human'
  /** `usr_…` */
  id: string
  name: string
  email: string
  image: string | null
  sessionId: string
  /** Role in each workspace they belong to. */
  roles: ReadonlyMap<string, Role>
}

/** Nobody in particular: a capability address, an upload address, a public page. */
export interface AnonymousActor {
  type: 'anonymous'
  id: null
  name: null
}

export type Caller = AgentActor | HumanActor
export type Actor = Caller | AnonymousActor

export const anonymous: AnonymousActor = { type: 'anonymous', id: null, name: null }

/** Narrows to somebody with a credential. Throws `unauthorized`. */
export function requireCaller(actor: Actor): Caller {
  if (actor.type === 'anonymous') throw new AppError('unauthorized')
  return actor
}

/** Narrows to a person. Throws `unauthorized`, or `forbidden` for an agent. */
export function requireHuman(actor: Actor): HumanActor {
  const caller = requireCaller(actor)
  if (caller.type !== 'human') throw new AppError('forbidden', peopleOnly)
  return caller
}

export const peopleOnly = {
  message: 'Only a signed-in person may do this; agent tokens cannot.',
  hint: 'Ask a human to do it in the dashboard. Agents may reply and mark a thread addressed.',
}
