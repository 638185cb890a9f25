import { and, gt, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { preparedForIds } from '~~/server/db/prepared'
import { revision } from '~~/server/db/schema'
import { MarkedAreas, type MarkedThread } from './mark-changed'

/**
 * The number of revisions that are read together. If each has many changed boxes, reading them takes a few
 * milliseconds.
 */
const AT_ONCE = 256

/** An artifact with a thread on a revision that may not be the latest one. */
interface Commented {
  id: string
  areas: MarkedAreas
  /** The index of the first revision of the artifact that a thread is on. */
  since: number
  /** The index of the last revision of the artifact. */
  last: number
}

/** The revisions of some artifacts after the index `from`, up to the index `to`. */
interface Part {
  artifacts: Commented[]
  from: number
  to: number
}

const changesBetween = preparedForIds(
  { from: revision.index, to: revision.index },
  (executor, { ids, from, to }) =>
    executor
      .select({ artifactId: revision.artifactId, index: revision.index, change: revision.change })
      .from(revision)
      .where(
        and(
          inArray(revision.artifactId, ids),
          gt(revision.index, from),
          lte(revision.index, to),
          isNotNull(revision.completedAt),
        ),
      ),
)

/**
 * Returns a function that states whether the marked area of one of the given threads has changed: see
 * {@link MarkedAreas}. For each artifact, reads only the revisions after the first one that a thread is on,
 * and reads each of them once. `yieldIfDue` is called at intervals.
 */
export async function readMarkChanges<T extends MarkedThread & { artifactId: string | null }>(
  executor: Db,
  threads: readonly T[],
  artifacts: readonly { id: string; nextIndex: number }[],
  yieldIfDue: () => Promise<void> | void,
): Promise<(thread: T) => boolean | null> {
  const lastIndexes = new Map(artifacts.map(({ id, nextIndex }) => [id, nextIndex - 1]))
  const areasOf = new Map<string, MarkedAreas>()
  const commented: Commented[] = []
  for (const [id, onArtifact] of Map.groupBy(threads, each => each.artifactId ?? '')) {
    await yieldIfDue()
    const areas = new MarkedAreas(onArtifact)
    areasOf.set(id, areas)
    const { since } = areas
    const last = lastIndexes.get(id) ?? 0
    if (last > since) commented.push({ id, areas, since, last })
  }
  for (const { artifacts: of, from, to } of partsOf(commented)) {
    await yieldIfDue()
    const ids = of.filter(each => !each.areas.areAllChanged).map(each => each.id)
    if (ids.length === 0) continue
    const rows = await changesBetween(executor, { ids, from, to })
    for (const [id, revisions] of Map.groupBy(rows, row => row.artifactId)) areasOf.get(id)?.add(revisions)
  }
  return thread => areasOf.get(thread.artifactId ?? '')?.isChanged(thread) ?? null
}

/**
 * Splits the later revisions of artifacts into parts. The revisions of a part are read together. Artifacts
 * with few later revisions share a part. If an artifact has many later revisions, they are split into several
 * parts, beginning with the latest ones.
 */
function partsOf(commented: readonly Commented[]): Part[] {
  const [long, short] = [[] as Commented[], [] as Commented[]]
  for (const each of commented) (each.last - each.since > AT_ONCE ? long : short).push(each)
  const parts: Part[] = []
  for (const each of short.toSorted((one, other) => one.since - other.since)) {
    const part = parts.at(-1)
    const to = Math.max(part?.to ?? 0, each.last)
    if (part && (part.artifacts.length + 1) * (to - part.from) <= AT_ONCE) {
      part.artifacts.push(each)
      part.to = to
    } else parts.push({ artifacts: [each], from: each.since, to: each.last })
  }
  for (const each of long)
    for (let to = each.last; to > each.since; to -= AT_ONCE)
      parts.push({ artifacts: [each], from: Math.max(each.since, to - AT_ONCE), to })
  return parts
}
