import { and, desc, eq, gt, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import type { ArtifactRow, RevisionRow } from '~~/server/domain/artifact/serialize'

/** What a file shows and where it comes from. An artifact has the facts of its latest completed revision. */
type Facts = Pick<ArtifactRow, 'description' | 'route' | 'viewport' | 'commit' | 'scenario'>

const factsIn = ({ description, route, viewport, commit, scenario }: Facts): Facts => ({
  description,
  route,
  viewport,
  commit,
  scenario,
})

/**
 * Returns the facts of a revision that completes. Those that were not sent with it are those of the revision
 * before it, since they describe the screen, which is still the same one. The commit is not: a file that was
 * sent without a commit may come from any.
 */
export async function factsOf(tx: Db, target: RevisionRow, shown: ArtifactRow): Promise<Facts> {
  // A first revision was declared with the artifact, which has its facts.
  if (target.pending === null) return factsIn(shown)
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

/** Returns whether a later revision than this one was completed before it. */
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
