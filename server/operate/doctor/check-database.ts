import { stat } from 'node:fs/promises'
import { outdatedSchema, pendingMigrations, schemaState } from '~~/server/db/migrations'
import type { DatabaseAddress, Dialect } from '~~/server/settings/dialect'
import { dumpCommand } from '~~/server/db/postgres/dump-command'
import type { Migrations } from '~~/server/db/engine'
import { formatCount } from '../format'
import type { Reader } from '../instance/reader'
import type { Finding } from './finding'

const SECOND_MS = 1000
/** The difference of two clocks in milliseconds above which the clock check returns a warning. */
const OFF_MS = 5 * SECOND_MS
/**
 * The difference of two clocks in milliseconds above which the clock check returns a problem, because tokens
 * and links expire at the wrong time.
 */
const WRONG_MS = 60 * SECOND_MS

/**
 * Reports the version of the database. The minimum version was already checked when the database was opened.
 */
export async function checkVersion({ query }: Reader, dialect: Dialect): Promise<Finding> {
  const [row] = await query(
    dialect === 'sqlite'
      ? 'SELECT sqlite_version() AS version'
      : "SELECT current_setting('server_version') AS version",
  )
  const name = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return { check: 'database', level: 'ok', text: `${name} ${String(row?.version)}` }
}

/**
 * Compares the migrations that are applied in the database with the migrations of this version of Exhibit.
 */
export function checkMigrations(
  { migratedAt }: Pick<Reader, 'migratedAt'>,
  migrations: Migrations,
  address: DatabaseAddress,
): Finding {
  const finding = (level: Finding['level'], text: string): Finding => ({ check: 'migrations', level, text })
  switch (schemaState(migrations, migratedAt)) {
    case 'current':
      return finding('ok', 'all are applied')
    case 'pending': {
      const names = pendingMigrations(migrations, migratedAt).map(each => each.tag)
      const dump =
        address.dialect === 'postgres' ? `; dump the database before: ${dumpCommand(address.url)}` : ''
      return finding(
        'warning',
        `pending: ${names.join(', ')}; the next start of the server applies them${dump}`,
      )
    }
    case 'outdated':
      return finding('problem', outdatedSchema)
    case 'newer':
      return finding('problem', 'the database is of a newer version of Exhibit; start that version')
  }
}

/** Checks the pages of an SQLite file. Also checks that every foreign key refers to an existing row. */
export async function checkIntegrity({ query }: Reader): Promise<Finding> {
  const faults = (await query('PRAGMA quick_check(1)')).map(row => String(Object.values(row)[0]))
  const broken = await query('PRAGMA foreign_key_check')
  const remedy = 'stop the server and restore a backup'
  if (faults[0] !== 'ok')
    return { check: 'integrity', level: 'problem', text: `the database is damaged (${faults[0]}); ${remedy}` }
  if (broken.length > 0)
    return {
      check: 'integrity',
      level: 'problem',
      text: `${formatCount(broken.length, 'row')} refer to rows that do not exist; ${remedy}`,
    }
  return { check: 'integrity', level: 'ok', text: 'no damaged page, no broken reference' }
}

/**
 * Compares the clock of this machine with the clock of the PostgreSQL server. For SQLite, checks that the
 * newest file or row is not from the future.
 */
export async function checkClock({ query, migratedAt }: Reader, address: DatabaseAddress): Promise<Finding> {
  if (address.dialect === 'postgres') {
    const before = Date.now()
    const [row] = await query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
    return clockFinding((before + Date.now()) / 2 - Number(row?.now), 'the clock of the database server')
  }
  const times = await Promise.all(
    [address.file, `${address.file}-wal`].map(
      async file => (await stat(file).catch(() => null))?.mtimeMs ?? 0,
    ),
  )
  const [row] = migratedAt > 0 ? await query('SELECT max(created_at) AS newest FROM event') : []
  const newest = Math.max(...times, Number(row?.newest ?? 0))
  // If the newest time is in the past, it does not show that the clock is wrong. So only a time in the future
  // counts.
  return clockFinding(Math.min(0, Date.now() - newest), 'the newest file or event of the database')
}

/** Returns the finding for a clock that is `aheadMs` milliseconds ahead of another clock. */
export function clockFinding(aheadMs: number, other: string): Finding {
  const off = Math.abs(aheadMs)
  if (off <= OFF_MS) return { check: 'clock', level: 'ok', text: `agrees with ${other}` }
  const seconds = Math.round(off / SECOND_MS)
  const level = off > WRONG_MS ? 'problem' : 'warning'
  const text = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${other}; synchronize it (NTP)`
  return { check: 'clock', level, text }
}
