import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialect } from '~~/server/db/dialect'
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

/** Returns the migrations up to one, as an earlier version of the server had them. */
export function migrationsUpTo(all: Migrations, tag: string): Migrations {
  const name = 'meta/_journal.json'
  const journal = JSON.parse(all[name] ?? '') as { entries: { tag: string }[] }
  const last = journal.entries.findIndex(each => each.tag === tag)
  return { ...all, [name]: JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }) }
}

/**
 * Rows of a version whose reviews have no workspace and no number, whose projects have no counts and whose
 * threads no numbers, in SQL.
 */
export const rowsOfOldReviews = [
  `INSERT INTO workspace (id, name, plan, created_at) VALUES ('w', 'w', 'free', 0)`,
  ...['p', 'q', 'r'].map(
    id => `INSERT INTO project (id, workspace_id, name, slug, created_at) VALUES ('${id}', 'w', 'x', 'x', 0)`,
  ),
  ...[
    ['p', 'open', `'fix-totals', 'acme/shop#12'`],
    ['p', 'verified', `'https://github.com/acme/shop/pull/34', NULL`],
    ['p', 'changes_requested', `'fix-totals-again', NULL`],
    ['q', 'verified', 'NULL, NULL'],
  ].map(
    ([project, status, references], i) =>
      'INSERT INTO review (id, project_id, title, status, external_ref, pr_ref, created_at, updated_at) ' +
      `VALUES ('${i}', '${project}', 'x', '${status}', ${references}, 0, 0)`,
  ),
  'INSERT INTO artifact (id, review_id, kind, title, status, next_index, created_at, updated_at) ' +
    `VALUES ('a', '0', 'image', 'x', 'open', 2, 0, 0), ('b', '1', 'image', 'x', 'open', 2, 0, 0)`,
  'INSERT INTO thread (id, review_id, artifact_id, kind, status, created_at, updated_at) VALUES ' +
    `('later', '0', 'a', 'point', 'open', 2, 2), ('first', '0', 'a', 'point', 'resolved', 1, 1), ` +
    `('other', '1', 'b', 'point', 'open', 3, 3), ('review', '0', NULL, 'review', 'open', 0, 0)`,
]

/** What the migrations make of them, as queries and their rows. */
export const rowsOfOldReviewsNow = [
  ['SELECT DISTINCT workspace_id AS workspace FROM review', [{ workspace: 'w' }]],
  [
    'SELECT pull_request AS number FROM review ORDER BY id',
    [{ number: 12 }, { number: 34 }, { number: null }, { number: null }],
  ],
  [
    'SELECT id, review_count AS reviews, open_review_count AS open FROM project ORDER BY id',
    [
      { id: 'p', reviews: 3, open: 2 },
      { id: 'q', reviews: 1, open: 0 },
      { id: 'r', reviews: 0, open: 0 },
    ],
  ],
  [
    'SELECT id, number FROM thread ORDER BY id',
    [
      { id: 'first', number: 1 },
      { id: 'later', number: 2 },
      { id: 'other', number: 1 },
      { id: 'review', number: null },
    ],
  ],
  [
    'SELECT last_thread_number AS last FROM review ORDER BY id',
    [{ last: 2 }, { last: 1 }, { last: 0 }, { last: 0 }],
  ],
] as const

/**
 * Rows of a version whose revisions have no facts, in SQL: an artifact with two completed revisions and one
 * that is declared, and another whose only revision is declared.
 */
export const rowsOfOldFacts = [
  `INSERT INTO workspace (id, name, plan, created_at) VALUES ('w', 'w', 'free', 0)`,
  `INSERT INTO project (id, workspace_id, name, slug, created_at) VALUES ('p', 'w', 'x', 'x', 0)`,
  'INSERT INTO review (id, project_id, workspace_id, title, status, created_at, updated_at) ' +
    `VALUES ('r', 'p', 'w', 'x', 'open', 0, 0)`,
  ...['a', 'b'].map(
    id =>
      'INSERT INTO artifact (id, review_id, kind, title, description, route, viewport, "commit", scenario, ' +
      `status, next_index, created_at, updated_at) VALUES ('${id}', 'r', 'image', 'x', 'Three items', ` +
      `'/cart', '{"width":800,"height":600}', '4be81d0', 'Signed in', 'ready', 4, 0, 0)`,
  ),
  ...[
    ['a', 1, 5],
    ['a', 2, 6],
    ['a', 3, 'NULL'],
    ['b', 1, 'NULL'],
  ].map(
    ([artifact, index, completedAt]) =>
      'INSERT INTO revision (id, artifact_id, "index", mime, bytes, created_at, completed_at) ' +
      `VALUES ('${artifact}${index}', '${artifact}', ${index}, 'image/png', 1, 0, ${completedAt})`,
  ),
]

/** What the migrations make of them: a query, with its rows as JSON. */
export const oldFactsNow = {
  query: 'SELECT id, description, route, viewport, "commit", scenario FROM revision ORDER BY id',
  rows: [
    { id: 'a1', description: null, route: null, viewport: null, commit: null, scenario: null },
    {
      id: 'a2',
      description: 'Three items',
      route: '/cart',
      viewport: { width: 800, height: 600 },
      commit: '4be81d0',
      scenario: 'Signed in',
    },
    { id: 'a3', description: null, route: null, viewport: null, commit: null, scenario: null },
    { id: 'b1', description: null, route: null, viewport: null, commit: null, scenario: null },
  ],
}
