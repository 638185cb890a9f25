import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'

/** The committed migrations, as the built server contains them. */
export const migrations = migrationsIn('sqlite')
export const postgresMigrations = migrationsIn('postgres')

function migrationsIn(dialect: Dialect): Migrations {
  const folder = join(import.meta.dirname, '../../../drizzle', dialect)
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}

/** Returns the committed migrations, followed by another migration `0099_later` that runs this statement. */
export function withLaterMigration(all: Migrations, statement: string): Migrations {
  const name = 'meta/_journal.json'
  const journal = JSON.parse(all[name] ?? '') as { entries: Record<string, unknown>[] }
  const later = { ...journal.entries.at(-1), idx: 99, when: Date.now() + 1e9, tag: '0099_later' }
  return {
    ...all,
    [name]: JSON.stringify({ ...journal, entries: [...journal.entries, later] }),
    '0099_later.sql': statement,
  }
}
