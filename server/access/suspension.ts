import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'

/**
 * The suspension of a person or a workspace, in epoch milliseconds. If the deletion is scheduled, they count
 * as suspended until then. The state is read from the database at each request and again in each write, never
 * cached.
 */
export interface Suspension {
  suspendedAt: number | null
  deletesAt: number | null
}

/** The hint for a deletion that is not due yet. */
const restorable =
  'Ask the operator of this server, who can restore it within ' +
  `${limits.deletionDelayDays} days. Retrying cannot succeed.`

/** Returns whether a person or a workspace is suspended. */
export const isSuspended = ({ suspendedAt, deletesAt }: Suspension): boolean =>
  suspendedAt !== null || deletesAt !== null

/** Returns the error for everything of a suspended workspace, or of one that is going to be deleted. */
export const workspaceSuspended = ({ deletesAt }: Suspension, field?: string): AppError =>
  deletesAt === null
    ? new AppError('suspended', { message: 'This workspace is suspended.', field })
    : new AppError('suspended', { message: 'This workspace was deleted.', hint: restorable, field })

/**
 * Throws `suspended` for a suspended workspace. Call it after checking that the caller may see the workspace:
 * others get `not_found`. For members and agents, requirePermission and the loading of the caller do so; the
 * finders of addresses that are credentials, such as share links, call it themselves.
 */
export function assertWorkspaceActive(workspace: Suspension): void {
  if (isSuspended(workspace)) throw workspaceSuspended(workspace)
}

/** Throws `suspended` for a suspended person. */
export function assertPersonActive(person: Suspension): void {
  if (!isSuspended(person)) return
  throw person.deletesAt === null
    ? new AppError('suspended', { message: 'Your account is suspended.' })
    : new AppError('suspended', { message: 'Your account was deleted.', hint: restorable })
}

/**
 * Throws `suspended` for an agent token if the person who created it is suspended; `creator` is null
 * if there is none.
 */
export function assertCreatorActive(creator: Suspension | null): void {
  if (creator && isSuspended(creator))
    throw new AppError('suspended', { message: 'The person who created this agent token is suspended.' })
}
