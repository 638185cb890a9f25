import { sql } from 'drizzle-orm'
import { revision } from '~~/server/db/schema'

/**
 * The condition that the artifact has no later completed revision. A completed revision that meets the
 * condition is the current revision. Use it only in queries with joins: in other queries, drizzle writes
 * columns without their table, and the condition would compare the wrong columns.
 */
export const isCurrentRevision = sql`not exists (
  select 1 from ${revision} later
  where later.artifact_id = ${revision.artifactId} and later."index" > ${revision.index}
  and later.completed_at is not null
)`
