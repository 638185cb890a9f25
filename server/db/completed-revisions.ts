import { and, desc, eq, isNotNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import { prepared } from './prepared'
import { revision } from './schema'

/** Returns the condition that selects the completed revisions of an artifact. */
export const isCompletedOf = (artifactId: string | SQLWrapper): SQL | undefined =>
  and(eq(revision.artifactId, artifactId), isNotNull(revision.completedAt))

/** Selects the current revision of an artifact, which is its latest completed one: one row or none. */
export const currentRevision = prepared({ artifactId: revision.artifactId }, (executor, { artifactId }) =>
  executor.select().from(revision).where(isCompletedOf(artifactId)).orderBy(desc(revision.index)).limit(1),
)
