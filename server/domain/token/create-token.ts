import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { DAY, iso, isoOrNull } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadProject, loadWorkspace, requireRole } from '~~/server/access/reach'
import { db, write, writeRemoval } from '~~/server/db'
import { recordEvent } from '~~/server/db/events'
import { token, user } from '~~/server/db/schema'
import { onlyWorkspace } from '~~/server/access/default-workspace'
import { insertToken } from './insert-token'

/** Mints an agent token. The secret leaves in this answer and never again; its SHA-256 is kept. */
export async function createToken(actor: Actor, input: Input<'createToken'>): Promise<Output<'createToken'>> {
  const human = requireHuman(actor)
  const workspaceId = input.workspaceId ?? onlyWorkspace(human.roles)
  return write(async tx => {
    const { workspace: home } = await loadWorkspace(human, workspaceId, 'contribute', tx, 'workspaceId')
    if (input.projectId) {
      const { project } = await loadProject(human, input.projectId, 'contribute', tx, 'projectId')
      if (project.workspaceId !== workspaceId)
        throw new AppError('not_found', {
          message: 'There is no such project in this workspace.',
          field: 'projectId',
        })
    }
    const expiresAt = input.expiresInDays ? Date.now() + input.expiresInDays * DAY : null
    return insertToken(tx, human, home, {
      name: input.name,
      capabilities: input.capabilities,
      projectId: input.projectId ?? null,
      expiresAt,
    })
  })
}

/** Agent tokens without their secrets, newest first. */
export async function listTokens(actor: Actor, input: Input<'listTokens'>): Promise<Output<'listTokens'>> {
  const human = requireHuman(actor)
  if (input.workspaceId) requireRole(human, input.workspaceId, 'contribute', 'workspaceId')
  const workspaces = [...human.roles]
    .filter(([id, role]) => role !== 'reviewer' && (!input.workspaceId || id === input.workspaceId))
    .map(([id]) => id)
  const rows = await db
    .select({ token, creator: user.name })
    .from(token)
    .leftJoin(user, eq(user.id, token.createdBy))
    .where(
      and(
        inArray(token.workspaceId, workspaces),
        input.createdBy === undefined ? undefined : eq(token.createdBy, input.createdBy),
      ),
    )
    .orderBy(desc(token.createdAt), desc(token.id))
  return {
    tokens: rows.map(({ token: row, creator }) => ({
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      workspaceId: row.workspaceId,
      projectId: row.projectId,
      capabilities: row.capabilities,
      createdAt: iso(row.createdAt),
      createdBy: creator,
      lastUsedAt: isoOrNull(row.lastUsedAt),
      expiresAt: isoOrNull(row.expiresAt),
      revokedAt: isoOrNull(row.revokedAt),
    })),
  }
}

/** Revokes a token at once. Revoking what is revoked, or was never there: `not_found`. */
export async function revokeToken(actor: Actor, input: { id: string }): Promise<undefined> {
  const human = requireHuman(actor)
  await writeRemoval(async tx => {
    const [row] = await tx
      .select()
      .from(token)
      .where(
        and(
          eq(token.id, input.id),
          isNull(token.revokedAt),
          inArray(token.workspaceId, [...human.roles.keys()]),
        ),
      )
    if (!row) throw new AppError('not_found', { message: 'There is no such token.' })
    requireRole(human, row.workspaceId, 'contribute')
    await tx.update(token).set({ revokedAt: Date.now() }).where(eq(token.id, row.id))
    await recordEvent(tx, human, 'token.revoked', {
      subjectId: row.id,
      workspaceId: row.workspaceId,
      projectId: row.projectId,
    })
  })
}
