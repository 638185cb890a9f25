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
 * Returns the members of a workspace whose current names a text mentions; null if it mentions no one. Call it
 * only for texts of people and agents of the workspace: others would learn from the result who is in the
 * workspace.
 */
export async function readMentions(tx: Db, workspaceId: string, body: string): Promise<Mention[] | null> {
  if (!body.includes('@')) return null
  const mentioned = mentionedIn(body, await peopleOf(tx, { workspaceId }))
  return mentioned.length > 0 ? mentioned : null
}
