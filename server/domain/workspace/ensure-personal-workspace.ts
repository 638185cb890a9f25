import { newId } from '#shared/ids'
import { write } from '~~/server/db'
import { insertWorkspace } from './insert-workspace'

/** Gives an account the workspace of its own; done once, however often it is called. */
export async function ensureHomeWorkspace(person: { id: string; name: string }): Promise<void> {
  await write(tx =>
    insertWorkspace(tx, person, {
      id: newId('workspace'),
      name: `${person.name}'s workspace`,
      plan: 'free',
      homeOf: person.id,
      createdAt: Date.now(),
    }),
  )
}
