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

/** Returns the migrations up to one, as an earlier version of the server had them. */
export function migrationsUpTo(all: Migrations, tag: string): Migrations {
  const name = 'meta/_journal.json'
  const journal = JSON.parse(all[name] ?? '') as { entries: { tag: string }[] }
  const last = journal.entries.findIndex(each => each.tag === tag)
  return { ...all, [name]: JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }) }
}

/** Rows of a version whose reviews have no workspace and whose projects no numbers, in SQL. */
export const rowsBeforeReviewLists = [
  `INSERT INTO workspace (id, name, plan, created_at) VALUES ('w', 'w', 'free', 0)`,
  ...['p', 'q', 'r'].map(
    id => `INSERT INTO project (id, workspace_id, name, slug, created_at) VALUES ('${id}', 'w', 'x', 'x', 0)`,
  ),
  ...['p open', 'p verified', 'p changes_requested', 'q verified'].map((each, i) => {
    const [project, status] = each.split(' ')
    return (
      'INSERT INTO review (id, project_id, title, status, created_at, updated_at) ' +
      `VALUES ('${i}', '${project}', 'x', '${status}', 0, 0)`
    )
  }),
]

/** What the migration makes of them, as queries and their rows. */
export const rowsAfterReviewLists = [
  ['SELECT DISTINCT workspace_id AS workspace FROM review', [{ workspace: 'w' }]],
  [
    'SELECT id, review_count AS reviews, open_review_count AS open FROM project ORDER BY id',
    [
      { id: 'p', reviews: 3, open: 2 },
      { id: 'q', reviews: 1, open: 0 },
      { id: 'r', reviews: 0, open: 0 },
    ],
  ],
] as const
