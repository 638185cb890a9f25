import { stripVTControlCharacters } from 'node:util'

/** A file that a test attached. */
export interface Attachment {
  /** The name of the attachment in its test; may be empty. */
  name: string
  path?: string
  body?: Uint8Array
}

/** The evidence of a test, in its last attempt. */
export interface TestEvidence {
  /** The titles of the groups around the test and of the test itself, from the outermost on. */
  titles: string[]
  /** The path of the test's file in the folder of the tests. */
  file: string
  /** The project of the framework; empty if it has no name. */
  project: string
  /** The first line of the test's error; null: it did not fail. */
  error: string | null
  route: string | undefined
  /** The viewport in the form of {@link parseViewport}. */
  viewport: string | undefined
  attachments: Attachment[]
}

/**
 * The type of an annotation that marks evidence. An annotation of this type, a colon and a name describes it.
 */
export const EVIDENCE = 'exhibit'

/** Returns whether a content type belongs to an image or video, or is not known. */
export const mayBeEvidence = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(?:image|video)\//.test(contentType)

const ERROR_LENGTH = 500

/** Returns the first line of the message of an error, without colours. */
export const errorLine = (message = ''): string =>
  stripVTControlCharacters(message).trim().split('\n', 1).join('').slice(0, ERROR_LENGTH)

/** Returns a path with slashes, on every system. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/')
