import { version } from '~~/server/process/version'

/**
 * Returns the command with which the operator can dump a database before this version migrates it. The
 * command does not contain the password: pg_dump asks for it, or reads it from PGPASSWORD.
 */
export function dumpCommand(address: string): string {
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return `pg_dump --format=custom --file=exhibit-before-${version}.dump '${url.href}'`
}
