import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migrations } from '~~/server/db/engine'

const folder = join(import.meta.dirname, '../../drizzle')

/** The committed migrations, as the built server contains them. */
export const migrations: Migrations = Object.fromEntries(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
)
