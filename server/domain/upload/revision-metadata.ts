import { and, desc, eq, gt, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import type { ArtifactRow, RevisionRow } from '~~/server/domain/artifact/serialize'

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
export async function metadataOf(tx: Db, target: RevisionRow, shown: ArtifactRow): Promise<Metadata> {
  // The first revision was declared together with the artifact, so its values are in the row of the artifact.
  if (target.pending === null) return metadataIn(shown)
  const { description, route, viewport, commit = null, scenario } = target.pending
  const [before = shown] = await tx
    .select()
    .from(revision)
    .where(and(isCompletedOf(target.artifactId), lt(revision.index, target.index)))
    .orderBy(desc(revision.index))
    .limit(1)
  return {
    description: description === undefined ? before.description : description,
    route: route === undefined ? before.route : route,
    viewport: viewport === undefined ? before.viewport : viewport,
    commit,
    scenario: scenario === undefined ? before.scenario : scenario,
  }
}

/** Returns whether a later revision of the artifact is already complete. */
export async function isSuperseded(tx: Db, { artifactId, index }: RevisionRow): Promise<boolean> {
  const later = await tx
    .select({ id: revision.id })
    .from(revision)
    .where(and(isCompletedOf(artifactId), gt(revision.index, index)))
    .limit(1)
  return later.length > 0
}

const isCompletedOf = (artifactId: string) =>
  and(eq(revision.artifactId, artifactId), isNotNull(revision.completedAt))
