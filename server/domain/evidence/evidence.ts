import type { ArtifactKind, Mime } from '#shared/contract/media-types'
import type { FileItem } from '#shared/contract/evidence'
import type { RectangleGeometry } from '#shared/contract/geometry'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import type { StoredContext } from './received-contexts'

/** A received file that is going to become a revision. */
export interface Evidence extends ReceivedFile {
  mime: Mime
  kind: ArtifactKind
  /**
   * The title of the evidence. It is also used to find an existing artifact if `artifactId` is null. If the
   * title is null, the artifact keeps its title.
   */
  title: string | null
  artifactId: string | null
  /**
   * Whether the file shows the state before a change. The next file in the list then shows the state after
   * it.
   */
  isBefore: boolean
  /** The position of the file among the files of the call, from 0. */
  index: number
  /** The fields of the call that describe this file alone. */
  description: Omit<FileItem, 'title' | 'artifactId' | 'isBefore' | 'redact'>
  redact: RectangleGeometry[] | undefined
  /** The areas of the file that were painted over; null for none. */
  redacted: RectangleGeometry[] | null
  /** The image that a player shows until the video plays. */
  poster: ReceivedFile | null
  /** The context of the page in the file. */
  context: StoredContext | null
}
