import type { Output } from '#shared/contract'
import type { Administrator } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { readMembers } from '~~/server/domain/member/members'
import { readAdminWorkspace } from './read-admin-workspace'

/**
 * Returns a workspace with its members. Only for administrators. Throws `not_found` if the workspace does not
 * exist.
 */
export async function inspectWorkspace(
  _admin: Administrator,
  { id }: { id: string },
): Promise<Output<'inspectWorkspace'>> {
  return { workspace: await readAdminWorkspace(id), members: await readMembers(db, id) }
}
