import { and, eq, isNotNull, type SQL, type SQLWrapper } from 'drizzle-orm'
import { revision } from './schema'

/** Returns the condition that selects the completed revisions of an artifact. */
export const isCompletedOf = (artifactId: string | SQLWrapper): SQL | undefined =>
  and(eq(revision.artifactId, artifactId), isNotNull(revision.completedAt))
