import { sql, type SQL } from 'drizzle-orm'
import { artifact, revision } from '~~/server/db/schema'

/**
 * Selects the id of the latest completed revision of the artifact of the surrounding query. If a condition on
 * the revision `latest` is given, selects the latest completed revision that meets it.
 *
 * The subquery reads the revisions of an artifact beginning with the latest one. So it is fast even for an
 * artifact with many revisions. Use it only in queries with joins: in other queries, drizzle writes columns
 * without their table, and the condition would compare the wrong columns.
 */
export const latestCompleted = (condition: SQL = sql`true`): SQL => sql`(
  select latest.id from ${revision} latest
  where latest.artifact_id = ${artifact.id} and latest.completed_at is not null and ${condition}
  order by latest."index" desc limit 1
)`

/** The condition that a completed revision is the current revision of its artifact. */
export const isCurrentRevision = sql`${revision.id} = ${latestCompleted()}`
