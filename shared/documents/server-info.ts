import type { Feature } from '../contract/features'

/** The data about the server that the public documents contain. */
export interface ServerInfo {
  /** The URL of the server without a trailing slash. */
  publicUrl: string
  /** The client id of the device login. */
  cliClientId: string
  /** The URL of the npm package of the command line, which npx runs. */
  cliUrl: string
  /** Whether agents can create workspaces without an account, with `POST /v1/bootstrap`. */
  unclaimedWorkspaces: boolean
  /** The parts of the server that the operator has turned off. */
  turnedOff: readonly Feature[]
}
