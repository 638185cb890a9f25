import { stripVTControlCharacters } from 'node:util'

/** A file that a test attached. */
export interface Attachment {
  /** The name of the attachment in its test; may be empty. */
  name: string
  path?: string
  body?: Uint8Array
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
  /** The viewport in the form of {@link parseViewport}. */
  viewport: string | undefined
  attachments: Attachment[]
}

/**
 * The type of an annotation that marks evidence. Types that begin with it, such as `exhibit:route`, describe
 * the evidence.
 */
export const EVIDENCE = 'exhibit'

/** Returns whether a content type belongs to an image or video, or is unknown. */
export const mayBeEvidence = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(?:image|video)\//.test(contentType)

const ERROR_LENGTH = 500

/** Returns the first line of an error message, without terminal colors. */
export const errorLine = (message = ''): string =>
  stripVTControlCharacters(message).trim().split('\n', 1).join('').slice(0, ERROR_LENGTH)

/** Returns a path with forward slashes, on every system. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/')
