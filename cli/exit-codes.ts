/** The exit codes of every command, which the documentation lists. */
export const exitCodes = {
  done: 0,
  /** All errors without a code of their own: an unreachable server, a rejected file, a missing review. */
  other: 1,
  /** The command line is wrong, or names a file that does not exist: nothing was sent. */
  usage: 2,
  notSignedIn: 3,
  /** A person must raise the limit of a plan: trying again cannot succeed. */
  planLimit: 4,
  /** The time of a wait has passed. */
  waitRanOut: 5,
  /** This version of Node.js cannot run the commands. */
  oldNode: 6,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
