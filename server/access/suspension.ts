import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'

/**
 * The suspension of a person or a workspace. Times are in epoch milliseconds. A person or workspace with a
 * scheduled deletion counts as suspended until the deletion. The state is never cached: each request and each
 * transaction reads it from the database.
 */
export interface Suspension {
  suspendedAt: number | null
  deletesAt: number | null
}

/** The error hint for a resource whose scheduled deletion can still be cancelled. */
const restorable =
  'Ask the operator of this server, who can restore it within ' +
  `${limits.deletionDelayDays} days. Retrying cannot succeed.`

/** Returns whether a person or a workspace is suspended. */
export const isSuspended = ({ suspendedAt, deletesAt }: Suspension): boolean =>
  suspendedAt !== null || deletesAt !== null

/** Returns the error for any use of a workspace that is suspended or will be deleted. */
export const workspaceSuspended = ({ deletesAt }: Suspension, field?: string): AppError =>
  deletesAt === null
    ? new AppError('suspended', { message: 'This workspace is suspended.', field })
    : new AppError('suspended', { message: 'This workspace was deleted.', hint: restorable, field })

/**
 * Throws `suspended` for a suspended workspace. Call it only after the check that the caller may see the
 * workspace, since others must get `not_found`. For members and agents, `requirePermission` and the sign-in
 * code already do this check. Functions that look up a URL that is a credential, such as a share link, must
 * call it themselves.
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
 * Throws `suspended` for an agent token if the person who created it is suspended. `creator` is null if no
 * person created it.
 */
export function assertCreatorActive(creator: Suspension | null): void {
  if (creator && isSuspended(creator))
    throw new AppError('suspended', { message: 'The person who created this agent token is suspended.' })
}
