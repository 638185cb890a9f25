/** The options of the Playwright reporter and of the Vitest reporter. */
export interface ReporterOptions {
  /** Sends every image and video that tests attach, not only attachments that are marked as evidence. */
  all?: boolean
  /** Fails the run if its evidence could not be sent, also if there is no token. */
  strict?: boolean
  /** The URL of the server. Default: `EXHIBIT_URL`, else the server of the last `exhibit login`. */
  server?: string
  /**
   * The project, by slug or id. Default: `EXHIBIT_PROJECT`, else the only project that the token can access.
   */
  project?: string
  /**
   * The `externalRef` of the review. Shards and runs with the same value share a review. Default: the branch.
   */
  ref?: string
  /** The pull request whose review is used: its number, `owner/name#12` or its URL. */
  pr?: number | string
  /** The id or URL of the review. */
  review?: string
  /** The title of the review. Default for a new one: the title of the pull request or commit. */
  reviewTitle?: string
  /** The JSON file for the result: review, files, Markdown and error. */
  output?: string
  /** The number of seconds after which sending ends. Default: 180. */
  timeout?: number
  /** The number of files that are compared with the review at the same time, 1 to 16. Default: 4. */
  parallel?: number
}
