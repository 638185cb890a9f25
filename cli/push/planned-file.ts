import type { ApiResponse } from '#shared/client'
import type { FileItem } from '#shared/contract/evidence'
import type { Evidence } from './evidence'
import type { PushedFile } from './pushed-file'

export type Artifact = ApiResponse<'GET /v1/reviews/{id}'>['artifacts'][number]

/**
 * The declared fields of evidence, which the file does not contain. `title` replaces the title from the file
 * name.
 */
export type Description = Omit<FileItem, 'artifactId' | 'isBefore' | 'redact'> & {
  roundKey?: string
  roundSummary?: string
}

/** A file of a push, the artifact that it revises, and its outcome. */
export interface PlannedFile {
  evidence: Evidence
  /**
   * The artifact that gets a revision. null if the file becomes a new artifact, or if it is the second file
   * of a pair whose first file becomes a new artifact.
   */
  artifact: Artifact | null
  description: Description
  /** The result for the file. It is updated during the push. */
  pushed: PushedFile
}
