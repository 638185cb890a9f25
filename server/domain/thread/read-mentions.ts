import { and, eq } from 'drizzle-orm'
import type { Mention } from '#shared/contract/mention'
import { mentionedIn } from '#shared/text/mentions'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { membership, user } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'

const peopleOf = prepared({ workspaceId: membership.workspaceId }, (executor, { workspaceId }) =>
  executor
    .select({ userId: user.id, name: user.name })
    .from(membership)
    .innerJoin(user, and(eq(user.id, membership.userId), whereActive(user)))
    .where(eq(membership.workspaceId, workspaceId)),
)

/**
 * Returns the people of a workspace whom a text mentions by their present names; null if it mentions none.
 * Call it only for texts of people and agents of the workspace: it would reveal to others who is in it.
 */
export async function readMentions(tx: Db, workspaceId: string, body: string): Promise<Mention[] | null> {
  if (!body.includes('@')) return null
  const mentioned = mentionedIn(body, await peopleOf(tx, { workspaceId }))
  return mentioned.length > 0 ? mentioned : null
}
