import { eq, sql, type SQL } from 'drizzle-orm'
import { artifact, revision } from '~~/server/db/schema'

/** Bytes of the original, where it is stored. */
const original = sql`case when ${revision.originalKey} is null then 0 else ${revision.bytes} end`

/** Bytes of the derivatives that are stored and named by the row: not of thumbnails. */
const derivatives = sql`(
  case when ${revision.embedKey} is null then 0 else coalesce(${revision.embedBytes}, 0) end +
  case when ${revision.posterKey} is null then 0 else coalesce(${revision.posterBytes}, 0) end)`

const total = (value: SQL) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

/** Sums over revisions joined with their artifacts: the bytes that are stored for them. */
export const storedBytes = {
  images: total(sql`case when ${eq(artifact.kind, 'image')} then ${original} else 0 end`),
  videos: total(sql`case when ${eq(artifact.kind, 'video')} then ${original} else 0 end`),
  derivatives: total(derivatives),
}
