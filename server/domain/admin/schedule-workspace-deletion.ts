import type { AdminWorkspace } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { actOnWorkspace, type ActInput } from './act-on-workspace'
import { assertNotSubscribed } from './assert-not-subscribed'
import { endOfGrace } from './grace'

/**
 * Schedules the deletion of a workspace, which is suspended until then. Does nothing when it is scheduled
 * already. Throws `conflict` while it has a paid subscription.
 */
export function scheduleWorkspaceDeletion(human: HumanActor, input: ActInput): Promise<AdminWorkspace> {
  return actOnWorkspace(human, input, 'workspace.deletion_scheduled', row => {
    if (row.deletesAt !== null) return null
    assertNotSubscribed(row)
    return { deletesAt: endOfGrace(Date.now()) }
  })
}
