import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import { iso } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { humanOfSession } from '~~/server/access/session'
import type { Sighting, Watch } from '~~/server/live/live-review'
import { listen } from '../../live/pubsub'

/** A review's present state for those who watch it. */
export const sighting = (row: { version: number; updatedAt: number }): Sighting => ({
  version: row.version,
  updatedAt: iso(row.updatedAt),
})

/** A review for a person to watch, as long as their session and their membership last. */
export async function watchReview(actor: Actor, input: Input<'watchReview'>): Promise<Watch> {
  const human = requireHuman(actor)
  const { project } = await loadReview(human, input.id, 'look')
  return {
    async look() {
      const now = await humanOfSession(human.sessionId)
      if (!now) throw new AppError('not_found')
      return sighting((await loadReview(now, input.id, 'look')).review)
    },
    listen: listener => listen([input.id, project.workspaceId, human.sessionId], listener),
  }
}
