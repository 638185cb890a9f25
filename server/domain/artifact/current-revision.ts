import { sql } from 'drizzle-orm'
import { revision } from '~~/server/db/schema'

/**
 * Whether no later revision of the artifact is complete: of a completed revision, whether it is the current
 * one. For queries that join: in others, drizzle writes columns without their table.
 */
export const isCurrentRevision = sql`not exists (
  select 1 from ${revision} later
  where later.artifact_id = ${revision.artifactId} and later."index" > ${revision.index}
  and later.completed_at is not null
)`
