import { version } from '~~/server/process/version'

/**
 * Returns the command that dumps a database before this version migrates it. It does not contain the
 * password, which pg_dump asks for or reads from PGPASSWORD.
 */
export function dumpCommand(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return `pg_dump --format=custom --file=exhibit-before-${version}.dump '${url.href}'`
}
