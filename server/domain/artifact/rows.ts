import type { artifact, revision } from '~~/server/db/schema'

/** A row of an artifact, with all columns. */
export type ArtifactRow = typeof artifact.$inferSelect
/** A row of a revision, with all columns. */
export type RevisionRow = typeof revision.$inferSelect
