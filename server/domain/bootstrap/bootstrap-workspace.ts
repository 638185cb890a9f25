import type { Input, Output } from '#shared/contract'
import { capabilities } from '#shared/contract/capabilities'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { plans } from '#shared/plans'
import { anonymous, type Actor } from '~~/server/access/actor'
import { newSecret, sha256 } from '~~/server/secrets/secrets'
import { recordChange } from '~~/server/changes/record-change'
import { write } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import { insertProject } from '~~/server/domain/project/insert-project'
import { insertToken } from '~~/server/domain/token/insert-token'
import { settings } from '~~/server/settings'

/**
 * Creates a workspace without an account, together with a project and a token. A person can claim the
 * workspace later. Throws `forbidden` if the server does not allow such workspaces.
 */
export async function bootstrapWorkspace(
  _actor: Actor,
  input: Input<'bootstrapWorkspace'>,
): Promise<Output<'bootstrapWorkspace'>> {
  const { unclaimedWorkspaces, publicUrl, cliClientId } = settings()
  if (!unclaimedWorkspaces) {
    throw new AppError('forbidden', {
      message: 'This server does not create workspaces without an account.',
      hint:
        `Use the device login instead: POST ${publicUrl}/api/auth/device/code with ` +
        `client_id=${cliClientId}, as in ${publicUrl}/docs/api.md#get-a-token, ` +
        'or ask a human for an agent token.',
    })
  }
  const name = input.project?.trim() || 'First project'
  const code = newSecret()
  return write(async tx => {
    const created = {
      id: newId('workspace'),
      name,
      plan: 'unclaimed' as const,
      claimHash: sha256(code),
      createdAt: Date.now(),
    }
    await tx.insert(workspace).values(created)
    await recordChange(tx, {
      kind: 'workspace.created',
      actor: anonymous,
      subjectId: created.id,
      workspaceId: created.id,
    })
    const { id, slug } = await insertProject(tx, anonymous, created, name)
    const { token } = await insertToken(tx, anonymous, created, {
      name: 'bootstrap',
      capabilities: [...capabilities],
      projectId: null,
      expiresAt: null,
    })
    const { visibleDays, recoverableDays } = plans.unclaimed.retention
    return {
      workspaceId: created.id,
      project: { id, name, slug },
      token,
      claimUrl: addresses.claim(publicUrl, code),
      retentionDays: visibleDays,
      warning:
        'Give claimUrl to your human and to no one else: the person who opens it while signed in owns this ' +
        `workspace. Until then media is visible for ${visibleDays} days ` +
        `and deleted ${recoverableDays} days later.`,
    }
  })
}
