import type { AdminWorkspace } from '#shared/contract/admin'
import type { HumanActor } from '~~/server/access/actor'
import { changeWorkspaceAsAdmin, type AdminActionInput } from './change-workspace'

/** Lifts the suspension of a workspace. A scheduled deletion stays, and suspends it as well. */
export function unsuspendWorkspace(human: HumanActor, input: AdminActionInput): Promise<AdminWorkspace> {
  return changeWorkspaceAsAdmin(human, input, 'workspace.unsuspended', row =>
    row.suspendedAt === null ? null : { suspendedAt: null },
  )
}
