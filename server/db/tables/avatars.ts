import type { Kit } from './kit'
import type { People } from './people'

/**
 * Defines the table of people's pictures. The schema must define it after all other tables with blob keys, so
 * that blobs are listed in the order of the row ids: see server/operate/blobs/referenced.ts.
 */
export function defineAvatars({ table, text, int }: Kit, { user }: People) {
  const avatar = table('avatar', {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The key of the blob with the picture. */
    key: text('key').notNull(),
    bytes: int('bytes').notNull(),
  })
  return { avatar }
}
