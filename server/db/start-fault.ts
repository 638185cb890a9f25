import { SettingsError } from '../settings/error'
import type { DatabaseAddress } from '../settings/dialect'
import { isOutOfSpace } from '../errors/out-of-space'
import { NewerSchemaError, NoSpaceToMigrateError, OutdatedSchemaError } from './migrations'
import { codeOf, isConnectionError } from './postgres/errors'
import { POOLED, UnsupportedServerError } from './postgres/requirements'
import { DatabaseInUseError } from './sqlite/lock'
import { commandLine } from '~~/server/process/command-line'

/**
 * Returns an instruction for the operator if a database cannot be opened because of the given setting. The
 * instruction has one line and does not contain the password. Returns null for errors with another cause.
 */
export function startFault(error: unknown, address: DatabaseAddress, setting: string): SettingsError | null {
  const fault = schemaFault(error) ?? faultOf(error, address)
  return fault === null ? null : new SettingsError([`${setting}: ${fault}`])
}

/**
 * Returns the instruction for a database whose schema is too new or too old for this version; null for other
 * errors.
 */
function schemaFault(error: unknown): string | null {
  if (error instanceof NewerSchemaError)
    return (
      'a newer version of Exhibit migrated this database; ' +
      'start that version, or restore a backup made before'
    )
  return error instanceof OutdatedSchemaError ? error.message : null
}

function faultOf(error: unknown, address: DatabaseAddress): string | null {
  return address.dialect === 'sqlite' ? sqliteFault(error, address.file) : postgresFault(error, address.url)
}

/**
 * Returns the instruction for a file that is locked, that SQLite cannot open or write, or whose disk is full;
 * null for other errors.
 */
function sqliteFault(error: unknown, file: string): string | null {
  if (error instanceof DatabaseInUseError)
    return (
      `another server, ${commandLine('restore')} or ${commandLine('move')} uses ${file}; ` +
      'start the server when it has ended, or use PostgreSQL for several servers'
    )
  if (error instanceof NoSpaceToMigrateError) return noSpace(error, file)
  if (isOutOfSpace(error))
    return `the disk of ${file} is full, and the server needs space to start; free at least 4 MiB`
  const code = codeOf(error) ?? ''
  if (!/^SQLITE_(?:CANTOPEN|READONLY|NOTADB|PERM|AUTH)/.test(code)) return null
  const remedy = "name a database file that the server's user may write, or one that does not exist yet"
  return `${file} cannot be opened as an SQLite database (${code}); ${remedy}`
}

const mebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`

const noSpace = ({ neededBytes, freeBytes }: NoSpaceToMigrateError, file: string) =>
  `${file} is copied before this version updates it, which needs ${mebibytes(neededBytes)} of free space, ` +
  `and ${mebibytes(freeBytes)} are free; free some, or start the version before and delete evidence`

function postgresFault(error: unknown, url: string): string | null {
  if (error instanceof UnsupportedServerError) return error.message
  const code = codeOf(error) ?? ''
  const { host, user, name } = partsOf(url)
  switch (code) {
    case '28P01':
    case '28000':
      return `${host} refuses the user ${user} (${code}); correct the user or the password, or pg_hba.conf`
    case '3D000':
      return (
        `the database ${name} does not exist on ${host}; ` +
        `create it: CREATE DATABASE "${name}" OWNER "${user}"`
      )
    case '42501':
      return `the user ${user} may not create tables in ${name} (${code}); make it the owner of the database`
  }
  if (/CERT|TLS|SSL/.test(code) || /SSL/.test(messageOf(error)))
    return `no encrypted connection to ${host} (${code || messageOf(error)}); correct sslmode in the address`
  // PgBouncer refuses the settings of a connection unless it is configured to ignore them.
  if (/unsupported startup parameter/.test(messageOf(error))) return `${POOLED}, with ${IGNORED}`
  if (isConnectionError(error))
    return (
      `no PostgreSQL server responds at ${host} (${code || messageOf(error)}); ` +
      'start it, or correct the address'
    )
  return null
}

/**
 * The line for the configuration of PgBouncer that makes it ignore the settings that each connection sends.
 * Without this line, PgBouncer refuses the connections.
 */
const IGNORED = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, options'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function partsOf(url: string): { host: string; user: string; name: string } {
  const { host, username, pathname } = new URL(url)
  const user = decodeURIComponent(username)
  return { host: host || 'the server', user, name: decodeURIComponent(pathname.slice(1)) || user }
}
