import type { EvidenceWarning } from '#shared/contract/submitted-evidence'
import { printableLine } from '#shared/text/printable'
import { iso } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { lastActor } from '~~/server/changes/last-actor'
import type { Db } from '~~/server/db'
import type { ShownPictures, ShownRevision } from '~~/server/domain/artifact/shown-pictures'
import type { Published } from './submission'

/** Returns the warning that another agent or person sent the revision that a file is equal to. */
export async function senderWarning(
  tx: Db,
  caller: Caller,
  reviewId: string,
  { evidence: { part, name }, revisionId }: Pick<Published, 'evidence' | 'revisionId'>,
): Promise<EvidenceWarning | null> {
  const sender = await lastActor(tx, { reviewId, kind: 'artifact.completed', subjectId: revisionId })
  if (!sender?.name || sender.id === caller.id) return null
  const who = `${printableLine(sender.name)} at ${iso(sender.at)}`
  return {
    code: 'sent_by_other',
    field: part,
    message: `"${name}" was sent by ${who}: it was not stored again.`,
  }
}

/** Returns the warning that a context was not stored, since the review has the file without one. */
export const contextNotStored = ({ name }: Published['evidence']): EvidenceWarning => ({
  code: 'context_not_stored',
  field: 'context',
  message:
    `The context of "${name}" was not stored, since the file was sent before without one. ` +
    'PUT /v1/revisions/{id}/context stores it.',
})

/**
 * Returns the warning for a file that looks the same as the state before the change, or as the previous
 * revision.
 */
export function warningsOf(
  { evidence: { part, name, isBefore }, outcome, shown, earlier }: Omit<Published, 'warnings'>,
  before: ShownRevision | undefined,
  pictures: ShownPictures,
): EvidenceWarning[] {
  const unchanged = (what: string): EvidenceWarning[] => [
    { code: 'unchanged', field: part, message: `"${name}" shows the same as ${what}.` },
  ]
  if (before && pictures.isSame(before, shown)) return unchanged('the state before the change')
  const latest = earlier.at(-1)
  if (isBefore || outcome === 'unchanged' || !latest || !pictures.isSame(latest, shown)) return []
  return unchanged('the revision before it')
}
