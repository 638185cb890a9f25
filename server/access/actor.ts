import type { Capability } from '#shared/contract/capabilities'
import type { Role } from '#shared/contract/roles'
import type { Action, CallerType } from '#shared/permissions'
import type { ShareCookies } from './share-cookies'
import type { Suspension } from './suspension'

/** A caller that authenticates with an agent token. */
export interface AgentActor {
  type: 'agent'
  /** `tok_…` */
  id: string
  name: string
  workspaceId: string
  /** The person who created the token; null if an agent created it. */
  createdBy: string | null
  /** The project that the token is limited to; null for the whole workspace. */
  projectId: string | null
  capabilities: readonly Capability[]
  /** When the token expires, in epoch milliseconds; null if it never does. */
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
  /** The role of the person in each of their workspaces that is not suspended. */
  roles: ReadonlyMap<string, Role>
  /** The suspended workspaces of the person. */
  suspendedIn: ReadonlyMap<string, Suspension>
  /** Whether the person administers this server: see admins.ts. */
  admin: boolean
}

/**
 * A script of the operator that authenticates with `ADMIN_TOKEN`. It may administer the server and do nothing
 * else. In events, it has the type of the server itself, and the name of the setting.
 */
export interface OperatorActor {
  type: 'system'
  id: null
  name: string
}

/**
 * A caller without a credential: on a public page, or at a URL that is itself the credential, such as a share
 * link.
 */
export interface AnonymousActor {
  type: 'anonymous'
  id: null
  name: null
  /** The cookies of a share link in the visitor's browser. Present only in operations on a share link. */
  cookies?: ShareCookies
  /** The client's IP address; for IPv6, the /64 network. */
  address?: string
}

export type Caller = AgentActor | HumanActor
/** A caller that may administer the server. `authorize` has checked this. */
export type Administrator = HumanActor | OperatorActor
export type Actor = Caller | OperatorActor | AnonymousActor

export const anonymous: AnonymousActor = { type: 'anonymous', id: null, name: null }

/** The caller with `ADMIN_TOKEN`. Events show the name of the setting, since no person is known. */
export const operator: OperatorActor = { type: 'system', id: null, name: 'ADMIN_TOKEN' }

/** The types of callers that `authorize` allows for an action. */
export type CallerOf<A extends Action> = Extract<Actor, { type: CallerType<A> }>
