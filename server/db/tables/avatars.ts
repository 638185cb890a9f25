import type { Kit } from './kit'
import type { People } from './people'

/**
 * Defines the table of people's pictures. It must be the last of the tables that name blobs, so that blob
 * names are in the order of row ids: see server/operate/blobs/named.ts.
 */
export function defineAvatars({ table, text, int }: Kit, { user }: People) {
  const avatar = table('avatar', {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The key of the blob. */
    key: text('key').notNull(),
    bytes: int('bytes').notNull(),
  })
  return { avatar }
}
