import type { AdminPerson } from '#shared/contract/admin'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { actOnPerson } from './act-on-person'
import { changeWorkspace, type ActInput } from './act-on-workspace'
import { assertNotSubscribed } from './assert-not-subscribed'
import { readFates, type MembershipFate } from './fates'
import { endOfGrace } from './grace'

/**
 * Schedules the deletion of a person, who is suspended until then, and of the workspaces that nobody else
 * belongs to. Does nothing when it is scheduled already. Throws `conflict` for administrators, for the last
 * owner of a workspace with other members, and while one of those workspaces has a paid subscription.
 */
export function schedulePersonDeletion(human: HumanActor, input: ActInput): Promise<AdminPerson> {
  return actOnPerson(human, input, 'person.deletion_scheduled', async (row, tx) => {
    if (row.deletesAt !== null) return null
    const deletesAt = endOfGrace(Date.now())
    const memberships = await readFates(tx, row.id)
    assertNotNeeded(memberships)
    for (const { workspace, fate } of memberships) {
      if (fate !== 'deleted') continue
      assertNotSubscribed(workspace)
      await changeWorkspace(tx, human, workspace, {
        kind: 'workspace.deletion_scheduled',
        reason: input.reason,
        columns: { deletesAt, deletesWith: row.id },
      })
    }
    return { deletesAt }
  })
}

function assertNotNeeded(memberships: MembershipFate[]): void {
  const names = memberships.flatMap(({ workspace, fate }) =>
    fate === 'needs_owner' ? [`"${workspace.name}"`] : [],
  )
  if (names.length > 0)
    throw new AppError('conflict', {
      message: `This person is the last owner of ${names.join(', ')}, which others belong to.`,
      hint: 'Have another member made an owner there first, or delete the workspace.',
    })
}
