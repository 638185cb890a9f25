import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '~~/server/db/dialect'
import type { Migrations } from '~~/server/db/engine'

/** The committed migrations, as the built server contains them. */
export const migrations = migrationsIn('sqlite')
export const postgresMigrations = migrationsIn('postgres')

function migrationsIn(dialect: Dialect): Migrations {
  const folder = join(import.meta.dirname, '../../drizzle', dialect)
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )
}
