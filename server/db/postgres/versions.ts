/** PostgreSQL 15, as `server_version_num` states it: the oldest supported version. */
export const OLDEST_VERSION = 150_000

/** The database server is older than {@link OLDEST_VERSION}. */
export class OldServerError extends Error {
  constructor(readonly version: string) {
    super(`the server is PostgreSQL ${version}`)
    this.name = 'OldServerError'
  }
}
