import { eq } from 'drizzle-orm'
import type { Project } from '#shared/contract/project'
import { AppError } from '#shared/errors'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadProject } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { recordEvent, scopeOf } from '~~/server/db/events'
import { project } from '~~/server/db/schema'
import { serializeProject } from './serialize'
import { slugOf } from './slug'

/** Renames a project and its slug, for people. */
export async function renameProject(
  actor: Actor,
  input: { id: string; name: string },
): Promise<{ project: Project }> {
  const human = requireHuman(actor)
  return write(async tx => {
    const loaded = await loadProject(human, input.id, 'contribute', tx)
    const [renamed] = await tx
      .update(project)
      .set({ name: input.name, slug: slugOf(input.name) })
      .where(eq(project.id, input.id))
      .returning()
    if (!renamed) throw new AppError('not_found')
    await recordEvent(tx, human, 'project.updated', { subjectId: input.id, ...scopeOf(loaded) })
    return { project: serializeProject(renamed) }
  })
}
