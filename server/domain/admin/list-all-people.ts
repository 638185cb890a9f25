import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Administrator } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { contains } from '~~/server/db/contains'
import { pageOf } from '~~/server/db/page'
import { user } from '~~/server/db/schema'
import { serializePeople } from './serialize-people'
import { whereState } from './suspension-state'

/** Lists the people of the server, newest first, one page at a time. Only for administrators. */
export async function listAllPeople(
  _admin: Administrator,
  { search, state, before }: Input<'listAllPeople'>,
): Promise<Output<'listAllPeople'>> {
  const rows = await db
    .select()
    .from(user)
    .where(
      and(
        search
          ? or(contains(user.name, search), contains(user.email, search), eq(user.id, search))
          : undefined,
        whereState(user, state),
        before === undefined ? undefined : lt(user.id, before),
      ),
    )
    .orderBy(desc(user.id))
    .limit(limits.adminPageSize + 1)
  const { page, next } = pageOf(rows, limits.adminPageSize, last => last.id)
  return {
    people: await serializePeople(page),
    next,
  }
}
