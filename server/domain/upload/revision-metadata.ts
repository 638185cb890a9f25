import { and, desc, gt, lt } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { prepared } from '~~/server/db/prepared'
import { revision } from '~~/server/db/schema'
import type { PendingEvidence } from '~~/server/db/tables/evidence'
import type { NamedScreen } from '~~/server/domain/artifact/baseline-key'
import type { ArtifactRow, RevisionRow } from '~~/server/domain/artifact/rows'

/** The description and origin of a file. The artifact has the values of its latest completed revision. */
type Metadata = Pick<ArtifactRow, 'description' | 'route' | 'viewport' | 'commit' | 'scenario'>

const metadataIn = ({ description, route, viewport, commit, scenario }: Metadata): Metadata => ({
  description,
  route,
  viewport,
  commit,
  scenario,
})

/**
 * Returns the description and origin of a revision that is being completed. Values that were not sent with it
 * are taken from the previous revision, since both show the same screen. This does not apply to the commit: a
 * file that was sent without a commit may be from any commit.
 */
export function metadataOf(
  pending: PendingEvidence | null,
  shown: Metadata,
  before: Metadata | undefined,
): Metadata {
  // The first revision was declared together with the artifact, so its values are in the row of the artifact.
  if (pending === null) return metadataIn(shown)
  const { description, route, viewport, commit = null, scenario } = pending
  const earlier = before ?? shown
  return {
    description: description === undefined ? earlier.description : description,
    route: route === undefined ? earlier.route : route,
    viewport: viewport === undefined ? earlier.viewport : viewport,
    commit,
    scenario: scenario === undefined ? earlier.scenario : scenario,
  }
}

/** Returns the fields that name the screen that a revision shows, as they are after its completion. */
export const screenOf = (
  pending: PendingEvidence | null,
  shown: ArtifactRow,
  before: Metadata | undefined,
): NamedScreen => ({
  title: pending?.title ?? shown.title,
  variationGroup: pending?.variationGroup === undefined ? shown.variationGroup : pending.variationGroup,
  ...metadataOf(pending, shown, before),
})

const place = { artifactId: revision.artifactId, index: revision.index }

const lastBefore = prepared(place, (executor, { artifactId, index }) =>
  executor
    .select()
    .from(revision)
    .where(and(isCompletedOf(artifactId), lt(revision.index, index)))
    .orderBy(desc(revision.index))
    .limit(1),
)

/** Returns the last completed revision before a revision of the same artifact; undefined if there is none. */
export async function revisionBefore(
  executor: Db,
  { artifactId, index }: Pick<RevisionRow, 'artifactId' | 'index'>,
) {
  const [found] = await lastBefore(executor, { artifactId, index })
  return found
}

const anyAfter = prepared(place, (executor, { artifactId, index }) =>
  executor
    .select({ id: revision.id })
    .from(revision)
    .where(and(isCompletedOf(artifactId), gt(revision.index, index)))
    .limit(1),
)

/** Returns whether a later revision of the artifact is already complete. */
export const isSupersededIn = async (tx: Db, { artifactId, index }: RevisionRow): Promise<boolean> =>
  (await anyAfter(tx, { artifactId, index })).length > 0
