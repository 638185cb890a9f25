import { runSql, type TestDatabase } from './database'

/**
 * Copies a row `count` times in one statement, because creating as many rows with requests would take
 * seconds. `differing` contains an SQL expression for each column that differs, in which `copy.n` is the
 * number of the copy, starting at 1.
 */
export async function copyRow(
  database: TestDatabase,
  [table, column, value]: readonly [table: string, column: string, value: string],
  count: number,
  differing: Record<string, string>,
): Promise<void> {
  const [row] = await runSql<Record<string, unknown>>(
    database,
    `SELECT * FROM "${table}" WHERE "${column}" = ?`,
    [value],
  )
  if (!row) throw new Error(`${table} has no ${value}.`)
  const columns = Object.keys(row)
  await runSql(
    database,
    `WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ${count})
     INSERT INTO "${table}" (${columns.map(each => `"${each}"`).join(', ')})
     SELECT ${columns.map(each => differing[each] ?? `"${table}"."${each}"`).join(', ')}
     FROM "${table}", copy WHERE "${table}"."${column}" = ?`,
    [value],
  )
}
