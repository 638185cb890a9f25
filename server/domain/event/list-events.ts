import type { Input, Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadWorkspace } from '~~/server/access/loaders'
import { readEvents } from './read-events'

/**
 * Lists the audit events of a workspace, newest first, one page at a time. Only for owners of the workspace.
 */
export async function listEvents(
  human: HumanActor,
  input: Input<'listEvents'>,
): Promise<Output<'listEvents'>> {
  await loadWorkspace(human, input.id, 'manageWorkspace')
  return readEvents(input)
}
