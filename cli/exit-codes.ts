/** The exit codes of every command, which the documentation lists. */
export const exitCodes = {
  done: 0,
  /**
   * Any error that has no separate exit code, such as an unreachable server, a rejected file or a missing
   * review.
   */
  other: 1,
  /** The command line is wrong, or contains the path of a file that does not exist. Nothing was sent. */
  usage: 2,
  notSignedIn: 3,
  /** A limit of the plan was reached. A retry cannot succeed before a person raises the limit. */
  planLimit: 4,
  /** The time limit of a wait has passed. */
  waitRanOut: 5,
  /** This version of Node.js cannot run the commands. */
  oldNode: 6,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
