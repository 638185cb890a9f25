import { and, desc, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Administrator } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { contains } from '~~/server/db/contains'
import { pageOf } from '~~/server/db/page'
import { membership, user, workspace } from '~~/server/db/schema'
import { selectWorkspaces, serializeWorkspaces } from './serialize-workspaces'
import { whereState } from './suspension-state'

/** Lists the workspaces of the server, newest first, one page at a time. Only for administrators. */
export async function listAllWorkspaces(
  _admin: Administrator,
  { search, state, before }: Input<'listAllWorkspaces'>,
): Promise<Output<'listAllWorkspaces'>> {
  const rows = await selectWorkspaces()
    .where(
      and(
        search ? matches(search) : undefined,
        whereState(workspace, state),
        before === undefined ? undefined : lt(workspace.id, before),
      ),
    )
    .orderBy(desc(workspace.id))
    .limit(limits.adminPageSize + 1)
  const { page, next } = pageOf(rows, limits.adminPageSize, last => last.workspace.id)
  return {
    workspaces: await serializeWorkspaces(page),
    next,
  }
}

/**
 * The condition that a workspace matches a search: the text is the id of the workspace, or the text occurs in
 * its name, or in the name or email of a member.
 */
function matches(search: string): SQL | undefined {
  const ofMembers = db
    .select({ id: membership.workspaceId })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(or(contains(user.email, search), contains(user.name, search)))
  return or(contains(workspace.name, search), eq(workspace.id, search), inArray(workspace.id, ofMembers))
}
