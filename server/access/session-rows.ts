import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { membership, session, user, workspace } from '~~/server/db/schema'

/**
 * Selects the person of a session: one row for each workspace of the person, or one row if they have no
 * workspace.
 */
const selectRows = (executor: Db) =>
  executor
    .select({
      person: user,
      sessionId: session.id,
      device: session.device,
      expiresAt: session.expiresAt,
      workspaceId: membership.workspaceId,
      role: membership.role,
      suspendedAt: workspace.suspendedAt,
      deletesAt: workspace.deletesAt,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(membership, eq(membership.userId, user.id))
    .leftJoin(workspace, eq(workspace.id, membership.workspaceId))

export type SessionRows = Awaited<ReturnType<typeof selectRows>>

/** Returns the rows of a session by its id; none if it has ended at `now`. */
export const sessionRowsById = prepared({ id: session.id, now: session.expiresAt }, (executor, { id, now }) =>
  selectRows(executor).where(and(eq(session.id, id), gt(session.expiresAt, now))),
)

/** Returns the rows of a session by its token; none if it has ended at `now`. */
export const sessionRowsByToken = prepared(
  { token: session.token, now: session.expiresAt },
  (executor, { token, now }) =>
    selectRows(executor).where(and(eq(session.token, token), gt(session.expiresAt, now))),
)
