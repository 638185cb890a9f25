import { AppError } from '#shared/errors'
import type { EventActor } from '~~/server/changes/change'
import type { Db } from '~~/server/db'
import type { PersonRow } from './change-person'
import { changeWorkspace } from './change-workspace'
import { assertNotSubscribed } from './assert-not-subscribed'
import { readDeletionOutcomes, type MembershipOutcome } from './deletion-outcomes'
import { endOfDeletionDelay } from './deletion-delay'

/**
 * Schedules the deletion of a person's workspaces without other members, inside the transaction that
 * schedules the deletion of the person. Returns the time of both deletions. Throws `conflict` for the last
 * owner of a workspace with other members, and while a workspace to delete has a paid subscription.
 */
export async function scheduleWithPerson(
  tx: Db,
  actor: EventActor,
  person: PersonRow,
  reason: string | null,
): Promise<number> {
  const deletesAt = endOfDeletionDelay(Date.now())
  const memberships = await readDeletionOutcomes(tx, person.id)
  assertNotNeeded(memberships, actor.id === person.id)
  for (const { workspace, outcome } of memberships) {
    if (outcome !== 'deleted') continue
    assertNotSubscribed(workspace)
    await changeWorkspace(tx, actor, workspace, {
      kind: 'workspace.deletion_scheduled',
      reason,
      columns: { deletesAt, deletesWith: person.id },
    })
  }
  return deletesAt
}

function assertNotNeeded(memberships: MembershipOutcome[], isSelf: boolean): void {
  const names = memberships.flatMap(({ workspace, outcome }) =>
    outcome === 'needs_owner' ? [`"${workspace.name}"`] : [],
  )
  if (names.length === 0) return
  const who = isSelf ? 'You are' : 'This person is'
  throw new AppError('conflict', {
    message: `${who} the last owner of ${names.join(', ')}, which others belong to.`,
    hint: isSelf
      ? 'Transfer or delete it first, under Settings, General.'
      : 'Make another member an owner there first, or delete the workspace.',
  })
}
