import { sql, type SQL } from 'drizzle-orm'
import { artifact, revision } from '~~/server/db/schema'

/**
 * Selects the id of the last completed revision of the artifact of the surrounding query, or of the last one
 * that also meets a condition on the revision `latest`. It reads the revisions from the last one on, so join
 * revisions by this id where an artifact may have many. Use it only in queries with joins: in other queries,
 * drizzle writes columns without their table, and the condition would compare the wrong columns.
 */
export const latestCompleted = (condition: SQL = sql`true`): SQL => sql`(
  select latest.id from ${revision} latest
  where latest.artifact_id = ${artifact.id} and latest.completed_at is not null and ${condition}
  order by latest."index" desc limit 1
)`

/** The condition that a completed revision is the current revision of its artifact. */
export const isCurrentRevision = sql`${revision.id} = ${latestCompleted()}`
