import { and, desc, eq, lt } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { pageOf } from '~~/server/db/page'
import { notification } from '~~/server/db/schema'
import { selectVisible } from './select-visible'
import { toNotification } from './serialize'

/** Lists the notifications of a person about reviews that they can see, newest first, one page at a time. */
export async function listNotifications(
  human: HumanActor,
  input: Input<'listNotifications'>,
): Promise<Output<'listNotifications'>> {
  const rows = await selectVisible(
    db,
    and(
      eq(notification.userId, human.id),
      input.before === undefined ? undefined : lt(notification.id, input.before),
    ),
  )
    .orderBy(desc(notification.id))
    .limit(limits.pageSize + 1)
  const { page, next } = pageOf(rows, limits.pageSize, last => last.notification.id)
  return { notifications: page.map(toNotification), next }
}
