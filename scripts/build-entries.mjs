// For nuxt.config.ts: the chunk that entries of the server build share; migrations and skill as modules.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Returns a function that returns whether a module belongs in the chunk that the server and another entry
 * share: the server loads it at start, and the other entry may load it. In the chunk of Nitro's runtime,
 * loading it would start the server.
 * @param {{ server: string, other: string }} entries paths of the two entries
 */
export function sharedBy({ server, other }) {
  let shared
  return (id, getModuleInfo) => {
    shared ??= intersection(
      reachable(getModuleInfo, server, info => info.importedIds),
      reachable(getModuleInfo, other, info => [...info.importedIds, ...info.dynamicallyImportedIds]),
    )
    return shared.has(id)
  }
}

/** Returns the ids of the modules that are reached from an entry, itself among them. */
export function reachable(getModuleInfo, entry, importsOf) {
  const found = new Set([entry])
  for (const id of found) {
    const info = getModuleInfo(id)
    if (info && !info.isExternal) for (const imported of importsOf(info)) found.add(imported)
  }
  return found
}

const intersection = (some, others) => new Set([...some].filter(id => others.has(id)))

/**
 * Returns the source of a module that contains the committed migrations: of each database, the SQL files and
 * the journal by their path in its folder.
 * @param {string} folder `drizzle/`
 */
export function migrationsModule(folder) {
  const filesOf = database =>
    Object.fromEntries(
      readdirSync(join(folder, database), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && /\.sql$|^_journal\.json$/.test(entry.name))
        .map(entry => join(entry.parentPath, entry.name))
        .map(path => [relative(join(folder, database), path), readFileSync(path, 'utf8')]),
    )
  const migrations = { sqlite: filesOf('sqlite'), postgres: filesOf('postgres') }
  return `export const migrations = ${JSON.stringify(migrations)}`
}

/**
 * Returns the source of a module that contains the files of the skill by their path.
 * @param {string} folder `skills/exhibit/`
 */
export function skillModule(folder) {
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [relative(folder, path), readFileSync(path, 'utf8')]),
  )
  return `export const files = ${JSON.stringify(files)}`
}
