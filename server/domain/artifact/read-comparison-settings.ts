import type { Input, Output } from '#shared/contract'
import { isoOrNull } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { defaultSettings, storedSettings } from './baseline'
import { baselineKey } from './baseline-key'

/** Returns the settings for comparisons of the screen that an artifact shows. */
export async function readComparisonSettings(
  caller: Caller,
  { id }: Input<'readComparisonSettings'>,
): Promise<Output<'readComparisonSettings'>> {
  const { artifact, project } = await loadArtifact(caller, id, 'readReviews')
  const stored = await storedSettings(db, baselineKey(project.id, artifact))
  return {
    ...(stored?.settings ?? defaultSettings),
    updatedBy: stored?.updatedBy ?? null,
    updatedAt: isoOrNull(stored?.updatedAt ?? null),
  }
}
