import { sql } from 'drizzle-orm'
import { revision } from '~~/server/db/schema'

/**
 * The condition that no later revision of the artifact is complete; a completed revision is then the current
 * one. For queries with joins: in others, drizzle writes columns without their table.
 */
export const isCurrentRevision = sql`not exists (
  select 1 from ${revision} later
  where later.artifact_id = ${revision.artifactId} and later."index" > ${revision.index}
  and later.completed_at is not null
)`
