import { stripVTControlCharacters } from 'node:util'
import type { ContextEvent, RevisionContext } from '#shared/contract/context'

/** A file that a test attached. */
export interface Attachment {
  /** The name of the attachment in its test; may be empty. */
  name: string
  path?: string
  body?: Uint8Array
  /**
   * Returns the context of the page in the file; null if it is unknown. `durationMs` is the duration of a
   * video, if its file states it.
   */
  context?: (durationMs: number | undefined) => RevisionContext | null
}

/** An event in a page, such as a console message or a failed request. */
export interface CollectedEvent extends Pick<ContextEvent, 'kind' | 'level' | 'text' | 'detail'> {
  /** Epoch milliseconds. */
  at: number
}

/** A page that was recorded on video, with its events. */
export interface RecordedPage {
  /** The time at which the video began, in epoch milliseconds. */
  startedAt: number
  events: CollectedEvent[]
}

/** The evidence of the last attempt of a test. */
export interface TestEvidence {
  /** The titles of the groups that contain the test, outermost first, followed by the title of the test. */
  titles: string[]
  /** The path of the test file, relative to the folder of the tests. */
  file: string
  /** The name of the project in the configuration of the test framework; empty if the project has no name. */
  project: string
  /** The first line of the test's error; null if the test did not fail. */
  error: string | null
  route: string | undefined
  /** The viewport in the form of `parseViewport`. */
  viewport: string | undefined
  attachments: Attachment[]
}

/**
 * The type of an annotation that marks evidence. Types that begin with it, such as `exhibit:route`, describe
 * the evidence.
 */
export const EVIDENCE = 'exhibit'

/** The name of the attachment with the context of a picture, followed by the name of the picture. */
export const CONTEXT = 'exhibit-context'

/** The name of the attachment with the recorded pages of a test: a list of {@link RecordedPage}. */
export const EVENTS = 'exhibit-events'

/** Matches a name that marks evidence: `exhibit`, or `exhibit: NAME`. The capture group is the name. */
const markedName = new RegExp(`^${EVIDENCE}(?:: *(.*))?$`)

/** Returns the name of the evidence, which may be empty, if a name marks evidence; else null. */
export function evidenceName(name: string): string | null {
  const marked = markedName.exec(name)
  return marked && (marked[1] ?? '')
}

/** Returns whether a content type belongs to an image or video, or is unknown. */
export const mayBeEvidence = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(?:image|video)\//.test(contentType)

const ERROR_LENGTH = 500

/** Returns an error message without terminal colors. */
export const errorText = (message = ''): string => stripVTControlCharacters(message).trim()

/** Returns the first line of an error message, without terminal colors. */
export const errorLine = (message?: string): string =>
  errorText(message).split('\n', 1).join('').slice(0, ERROR_LENGTH)

/** Returns a path with forward slashes, on every system. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/')
