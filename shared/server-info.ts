/** What the public documents say about the server that serves them. */
export interface ServerInfo {
  /** The address of the server without a trailing slash. */
  publicUrl: string
  /** The client id of the device login. */
  cliClientId: string
}
