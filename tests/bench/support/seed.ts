import Database from 'better-sqlite3'

/**
 * The columns in which a copied row differs. Each value is an SQL expression, in which `n` is the number of
 * the copy.
 */
type Changes = Record<string, string>

const newId = (prefix: string) => `'${prefix}_' || printf('%026d', n)`

/**
 * Copies a review with all its rows. The review must have one artifact with one revision, and one thread with
 * one comment. Each copy is one minute older than the previous one. One copy in twenty is open, and the
 * others are verified.
 */
export function copyReview(file: string, reviewId: string, copies: number): void {
  const database = new Database(file)
  function copy(table: string, where: string, changes: Changes) {
    const columns = database.pragma(`table_info(${table})`) as { name: string }[]
    const names = columns.map(({ name }) => `"${name}"`)
    const values = columns.map(({ name }) => changes[name] ?? `"${name}"`)
    database
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${copies})
         INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${table}, numbers
         WHERE ${where}`,
      )
      .run(reviewId)
  }
  const time = (column: string) => `${column} - n * 60000`
  const inReview = { review_id: newId('rev') }
  const ofReview = 'review_id = ?'
  const ofArtifact = 'artifact_id IN (SELECT id FROM artifact WHERE review_id = ?)'
  const ofThread = 'thread_id IN (SELECT id FROM thread WHERE review_id = ?)'
  database.transaction(() => {
    copy('review', 'id = ?', {
      id: newId('rev'),
      title: "'Review ' || n",
      external_ref: "'ref-' || n",
      status: "CASE WHEN n % 20 = 0 THEN 'open' ELSE 'verified' END",
      decided_at: `CASE WHEN n % 20 = 0 THEN NULL ELSE ${time('updated_at')} END`,
      created_at: time('created_at'),
      updated_at: time('updated_at'),
    })
    copy('artifact', ofReview, { id: newId('art'), ...inReview })
    copy('revision', ofArtifact, { id: newId('rvs'), artifact_id: newId('art'), round_id: 'NULL' })
    copy('thread', ofReview, {
      id: newId('thr'),
      ...inReview,
      artifact_id: newId('art'),
      revision_id: newId('rvs'),
    })
    copy('comment', ofThread, { id: newId('com'), thread_id: newId('thr') })
  })()
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}
