/** The data about their server in the public documents. */
export interface ServerInfo {
  /** The address of the server without a trailing slash. */
  publicUrl: string
  /** The client id of the device login. */
  cliClientId: string
  /** The address of the npm package of the command line, which npx runs. */
  cliUrl: string
  /** Whether `POST /v1/bootstrap` works. */
  unclaimedWorkspaces: boolean
}
