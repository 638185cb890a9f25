import { newId } from '#shared/ids'
import { write } from '~~/server/db'
import { insertWorkspace } from './insert-workspace'

/** Creates the workspace that every account starts with. Does nothing if the account has it. */
export async function ensurePersonalWorkspace(person: { id: string; name: string }): Promise<void> {
  await write(tx =>
    insertWorkspace(tx, person, {
      id: newId('workspace'),
      name: `${person.name}'s workspace`,
      plan: 'free',
      personalOwnerId: person.id,
      createdAt: Date.now(),
    }),
  )
}
