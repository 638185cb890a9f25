import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { artifact, revision } from '~~/server/db/schema'
import type { ArtifactRow } from './serialize'
import { shownColumns } from './shown-pictures'

/** The fields that name the screen that a piece of evidence shows. */
export type NamedScreen = Pick<ArtifactRow, 'title' | 'variationGroup' | 'viewport' | 'scenario'>

/**
 * A character that no field contains: the unit separator (ASCII). The migration that fills old rows uses it
 * too.
 */
const SEPARATOR = '\u001f'

/**
 * Returns the key of a piece of evidence: its project, title, variation group, viewport size and scenario.
 * Revisions with the same key show the same screen, in any review of the project.
 */
export const baselineKey = (
  projectId: string,
  { title, variationGroup, viewport, scenario }: NamedScreen,
): string =>
  [
    projectId,
    title,
    variationGroup ?? '',
    viewport ? `${viewport.width}x${viewport.height}` : '',
    scenario ?? '',
  ].join(SEPARATOR)

const newestAccepted = prepared({ key: revision.baselineKey }, (executor, { key }) =>
  executor
    .select({ ...shownColumns, artifactId: artifact.id, reviewId: artifact.reviewId })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(and(eq(revision.baselineKey, key), isNotNull(revision.acceptedAt)))
    .orderBy(desc(revision.acceptedAt), desc(revision.id))
    .limit(1),
)

/** Returns the newest revision with a key that a person accepted; undefined if there is none. */
export async function acceptedRevision(executor: Db, key: string) {
  const [found] = await newestAccepted(executor, { key })
  return found
}
