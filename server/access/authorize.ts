import { AppError } from '#shared/errors'
import { features, type Feature } from '#shared/contract/features'
import { credentialsFor, featureFor, may, type Action, type Subject } from '#shared/permissions'
import { settings } from '~~/server/settings'
import type { Actor, Administrator, Caller, HumanActor } from './actor'
import { recordWorkspace } from './idempotency'
import { workspaceSuspended } from './suspension'
import { beginPermissionCheckAlone, markAuthorized } from './write-guard'
import type { Db } from '~~/server/db'

/**
 * Throws for an action that the actor may not do on any resource: `unauthorized` without a credential,
 * `forbidden` for the wrong kind of credential or a missing capability, and `not_found` for an action of
 * administrators if the actor is not one. If the operator has turned off the part of the server that the
 * action belongs to, throws `not_found` for actions without a credential and for MCP, and `forbidden`
 * otherwise.
 *
 * Does not check a person's role, which depends on the workspace: see {@link requirePermission}. `agentsCall`
 * is the name of the operation that agents call instead; the error contains this name.
 */
export function authorize(actor: Actor, action: Action, agentsCall?: string): void {
  const { anonymous, human } = credentialsFor(action)
  const feature = featureFor(action, actor.type)
  if (anonymous || feature === 'mcp') assertOffered(feature, 'not_found')
  if (anonymous) return
  if (action === 'administer') return assertAdmin(actor)
  if (actor.type === 'anonymous' || actor.type === 'system') throw new AppError('unauthorized')
  const refused = actor.type === 'human' ? !human : !may(actor, action)
  if (refused)
    throw forbidden(actor.type === 'human' ? { type: 'human', role: null } : actor, action, agentsCall)
  assertOffered(feature)
}

/**
 * Throws if the operator has turned off a part of the server. `code` is the error code: `not_found` for URLs
 * of this part, which do not exist while the part is off.
 */
export function assertOffered(
  feature: Feature | undefined,
  code: 'forbidden' | 'not_found' = 'forbidden',
  field?: string,
): void {
  if (feature === undefined || !settings().turnedOff.includes(feature)) return
  const { name, setting } = features[feature]
  throw new AppError(code, {
    message: `${name} turned off on this server.`,
    hint: `Only the operator of this server can change that, with the setting ${setting}. Do not retry.`,
    field,
  })
}

/**
 * Throws `not_found` for every caller except administrators and scripts with `ADMIN_TOKEN`, so that others do
 * not see that the operation exists.
 */
function assertAdmin(actor: Actor): void {
  const allowed =
    actor.type === 'human'
      ? may({ type: 'human', role: null, admin: actor.admin }, 'administer')
      : actor.type === 'system' && may(actor, 'administer')
  if (!allowed) throw new AppError('not_found')
}

/**
 * Authorizes the current transaction, which runs alone, for an action of an administrator. Throws `not_found`
 * for other callers.
 */
export async function requireAdmin(tx: Db, admin: Administrator): Promise<void> {
  await beginPermissionCheckAlone(tx, admin)
  assertAdmin(admin)
  markAuthorized()
}

/**
 * Throws `not_found` for a caller outside the workspace, `suspended` for a member of a suspended workspace,
 * and `forbidden` if the caller's role or capabilities do not allow the action. Otherwise authorizes the
 * current transaction, and records the workspace as the workspace of the idempotent call. Inside a
 * transaction, the roles were read in that transaction by `beginPermissionCheck` of write-guard.ts, which the
 * loaders call.
 */
export function requirePermission(caller: Caller, workspaceId: string, action: Action, field?: string): void {
  const suspension = caller.type === 'human' && caller.suspendedIn.get(workspaceId)
  if (suspension) throw workspaceSuspended(suspension, field)
  const subject = subjectIn(caller, workspaceId)
  if (!subject) throw new AppError('not_found', { field })
  if (!may(subject, action)) throw forbidden(subject, action)
  recordWorkspace(workspaceId)
  markAuthorized()
}

/** Returns whether a caller may do an action in a workspace. Does not authorize a transaction for it. */
export function mayIn(caller: Caller, workspaceId: string, action: Action): boolean {
  const subject = subjectIn(caller, workspaceId)
  return subject !== null && may(subject, action)
}

/**
 * Returns the ids of the workspaces in which a person may do an action. Suspended workspaces are not
 * included.
 */
export const workspacesWith = ({ roles }: HumanActor, action: Action): string[] =>
  [...roles].flatMap(([id, role]) => (may({ type: 'human', role }, action) ? [id] : []))

/**
 * Returns the caller in the form that the permission table expects; null if the caller is outside the
 * workspace.
 */
function subjectIn(caller: Caller, workspaceId: string): Subject | null {
  if (caller.type === 'agent') return caller.workspaceId === workspaceId ? caller : null
  const role = caller.roles.get(workspaceId)
  return role ? { type: 'human', role } : null
}

/** Returns the error for a caller that may not do an action. */
function forbidden(caller: Subject, action: Action, agentsCall?: string): AppError {
  const { agent, human } = credentialsFor(action)
  if (caller.type === 'agent' && agent === false)
    return new AppError('forbidden', {
      message: 'Only a signed-in person may do this; agent tokens cannot.',
      hint: agentsCall
        ? `Agents call ${agentsCall} instead.`
        : 'Ask a human to do it in the dashboard. Agents may reply and mark a thread addressed.',
    })
  if (caller.type === 'agent')
    return new AppError('forbidden', {
      message: `This agent token lacks the capability ${agent}.`,
      hint: 'Ask a human for a token with that capability; a token cannot widen its own scope.',
    })
  if (caller.type !== 'human' || !human)
    return new AppError('forbidden', {
      message: 'Only an agent token may call this.',
      hint: 'The dashboard uses the operations under /api instead.',
    })
  return new AppError('forbidden', {
    message: `Your role in this workspace, ${caller.role}, does not allow this.`,
    hint: 'Ask the workspace owner.',
  })
}
