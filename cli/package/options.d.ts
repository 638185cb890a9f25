/** The options of both reporters. */
export interface ReporterOptions {
  /** Sends every image and video that tests attach, not only files marked as evidence. */
  all?: boolean
  /** Fails the run when its evidence could not be sent, also without a token. */
  strict?: boolean
  /** The address of the server. Default: `EXHIBIT_URL`, else the last `exhibit login`. */
  server?: string
  /** The project, by slug or id. Default: `EXHIBIT_PROJECT`, else the only one of the token. */
  project?: string
  /** The `externalRef` of the review, which shards and runs share. Default: the branch. */
  ref?: string
  /** The pull request that names the review: its number, `owner/name#12` or its address. */
  pr?: number | string
  /** A review by its id or address. */
  review?: string
  /** The title of the review. Default for a new one: the title of the pull request or commit. */
  reviewTitle?: string
  /** The JSON file for the result: review, files, Markdown and error. */
  output?: string
  /** The seconds after which sending ends. Default: 180. */
  timeout?: number
  /** The number of files compared with the review at once, 1 to 16. Default: 4. */
  parallel?: number
}
