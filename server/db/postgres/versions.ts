/** The oldest supported version, PostgreSQL 15, in the format of `server_version_num`. */
export const OLDEST_VERSION = 150_000

/** Thrown if the version of the database server is older than {@link OLDEST_VERSION}. */
export class OldServerError extends Error {
  constructor(readonly version: string) {
    super(`the server is PostgreSQL ${version}`)
    this.name = 'OldServerError'
  }
}
