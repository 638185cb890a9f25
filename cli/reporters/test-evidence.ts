import { stripVTControlCharacters } from 'node:util'

/** A file that a test attached. */
export interface Attachment {
  /** Names it among the attachments of its test; may be empty. */
  name: string
  path?: string
  body?: Uint8Array
}

/** What a test attached as evidence, in its last attempt. */
export interface TestEvidence {
  /** Of the groups around the test and of the test itself, from the outermost on. */
  titles: string[]
  /** The path of its file in the folder of the tests. */
  file: string
  /** The project of the framework that it ran in; empty if that has no name. */
  project: string
  /** The first line of the error that it failed with; null: it did not fail. */
  error: string | null
  route: string | undefined
  /** As {@link parseViewport} reads it. */
  viewport: string | undefined
  attachments: Attachment[]
}

/** The type of an annotation that marks evidence; followed by a colon and a name, one that describes it. */
export const EVIDENCE = 'exhibit'

/** Returns whether a content type is that of an image or video, or is not known. */
export const mayBeEvidence = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(?:image|video)\//.test(contentType)

const ERROR_LENGTH = 500

/** Returns the first line of the message of an error, without colours. */
export const errorLine = (message = ''): string =>
  stripVTControlCharacters(message).trim().split('\n', 1).join('').slice(0, ERROR_LENGTH)

/** Returns a path with slashes, on every system. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/')
