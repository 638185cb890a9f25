import { newId } from '#shared/ids'
import { lock, write } from '~~/server/db'
import { insertWorkspace } from './insert-workspace'

/** Creates the first workspace of an account. Does nothing if the account already has it. */
export async function ensurePersonalWorkspace(person: { id: string; name: string }): Promise<void> {
  await write(async tx => {
    await lock(person.id)
    await insertWorkspace(tx, person, {
      id: newId('workspace'),
      name: `${person.name}'s workspace`,
      plan: 'free',
      personalOwnerId: person.id,
      createdAt: Date.now(),
    })
  })
}
