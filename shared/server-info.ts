/** What the public documents state about their server. */
export interface ServerInfo {
  /** The address of the server without a trailing slash. */
  publicUrl: string
  /** The client id of the device login. */
  cliClientId: string
}
