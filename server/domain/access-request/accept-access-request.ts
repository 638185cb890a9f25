import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { addMember } from '~~/server/domain/member/add-member'
import { mailRequestAccepted } from './mails'
import { loadOpenRequest } from './open-requests'

/**
 * Adds the person of an access request to the workspace. Only owners can do this. If owners decide
 * concurrently, the first decision counts and the other calls throw `not_found`. Throws if the plan of the
 * workspace allows no further member.
 */
export async function acceptAccessRequest(
  human: HumanActor,
  { id, role }: Input<'acceptAccessRequest'>,
): Promise<undefined> {
  const { person, request, workspace } = await write(async tx => {
    const loaded = await loadOpenRequest(tx, human, id)
    await addMember(tx, loaded.workspace, loaded.person.id, role)
    await recordChange(tx, {
      kind: 'access.accepted',
      actor: human,
      subjectId: loaded.person.id,
      workspaceId: loaded.workspace.id,
      detail: role,
    })
    return loaded
  })
  void mailRequestAccepted(person.email, request.subjectId, workspace.id, human.id)
}
