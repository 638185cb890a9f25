import type { Input, Output } from '#shared/contract'
import { capabilities } from '#shared/contract/kit/operation'
import { addresses } from '#shared/addresses'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import { plans } from '#shared/plans'
import { anonymous, type Actor } from '~~/server/access/actor'
import { newSecret, sha256 } from '~~/server/access/secrets'
import { write } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { workspace } from '~~/server/db/schema'
import { insertProject } from '~~/server/domain/project/create-project'
import { insertToken } from '~~/server/domain/token/insert-token'
import { settings } from '~~/server/settings'

/**
 * A workspace for an agent whose human has no account yet, with a project and a token. Throws `forbidden`
 * where that is off.
 */
export async function bootstrapWorkspace(
  _actor: Actor,
  input: Input<'bootstrapWorkspace'>,
): Promise<Output<'bootstrapWorkspace'>> {
  const { unclaimedWorkspaces, publicUrl } = settings()
  if (!unclaimedWorkspaces) {
    throw new AppError('forbidden', {
      message: 'This server makes no workspaces without an account.',
      hint: `Use the device login instead: POST ${publicUrl}/api/auth/device/code, or ask a human for an agent token.`,
    })
  }
  const name = input.project?.trim() || 'First project'
  const code = newSecret()
  return write(async tx => {
    const home = {
      id: newId('workspace'),
      name,
      plan: 'unclaimed' as const,
      claimHash: sha256(code),
      createdAt: Date.now(),
    }
    await tx.insert(workspace).values(home)
    await recordEvent(tx, anonymous, 'workspace.created', { subjectId: home.id, workspaceId: home.id })
    const { id, slug } = await insertProject(tx, anonymous, home, name)
    const { token } = await insertToken(tx, anonymous, home, {
      name: 'bootstrap',
      capabilities: [...capabilities],
      projectId: null,
      expiresAt: null,
    })
    const { visibleDays, recoverableDays } = plans.unclaimed.retention
    return {
      workspaceId: home.id,
      project: { id, name, slug },
      token,
      claimUrl: addresses.claim(publicUrl, code),
      retentionDays: visibleDays,
      warning: `Give claimUrl to your human and to nobody else: whoever opens it while signed in owns this workspace. Until then media is visible for ${visibleDays} days and deleted ${recoverableDays} days later.`,
    }
  })
}
