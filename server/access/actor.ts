import type { Capability } from '#shared/contract/capabilities'
import type { Role } from '#shared/contract/roles'
import type { Action, CallerType } from '#shared/permissions'
import type { ShareCookies } from './share-cookies'
import type { Suspension } from './suspension'

/** A bearer of an agent token. */
export interface AgentActor {
  type: 'agent'
  /** `tok_…` */
  id: string
  name: string
  workspaceId: string
  /** The person who created the token; null without one. */
  createdBy: string | null
  /** The project that the token is limited to; null for the whole workspace. */
  projectId: string | null
  capabilities: readonly Capability[]
  /** When the token expires, in epoch milliseconds; null for never. */
  expiresAt: number | null
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
  /** Role in each workspace they belong to that is not suspended. */
  roles: ReadonlyMap<string, Role>
  /** The workspaces they belong to that are suspended. */
  suspendedIn: ReadonlyMap<string, Suspension>
  /** Whether they administer this server: see admins.ts. */
  admin: boolean
}

/** A caller without a credential: of a public page, or of an address that is a credential itself. */
export interface AnonymousActor {
  type: 'anonymous'
  id: null
  name: null
  /** What a browser has of a share link; only for operations on one. */
  cookies?: ShareCookies
  /** The address of that client (an IPv6 /64). */
  address?: string
}

export type Caller = AgentActor | HumanActor
export type Actor = Caller | AnonymousActor

export const anonymous: AnonymousActor = { type: 'anonymous', id: null, name: null }

/** The callers that `authorize` allows for an action. */
export type CallerOf<A extends Action> = Extract<Actor, { type: CallerType<A> }>
