import type { Kit } from './kit'
import type { People } from './people'

/**
 * The pictures of people. The last of the tables that name blobs, so that these are in the order of their
 * rows' ids: see server/operate/blobs/named.ts.
 */
export function defineAvatars({ table, text, int }: Kit, { user }: People) {
  const avatar = table('avatar', {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Of its blob. */
    key: text('key').notNull(),
    bytes: int('bytes').notNull(),
  })
  return { avatar }
}
