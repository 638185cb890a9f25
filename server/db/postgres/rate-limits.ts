import type { Pool } from 'pg'
import {
  RateLimiterPostgres,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

/** The table in which rate-limiter-flexible counts requests, in its own format. */
const tableName = 'rate_limit'

/**
 * Creates the table if it is missing. The table is not part of the migrations: only PostgreSQL has it, while
 * migrations are generated from the tables that both databases have. Its rows are counts of the last hour,
 * which no backup contains. A migration for this table alone would ask the operator to dump the database
 * before the update, and would prevent a return to the previous version.
 */
export const createRateLimitTable =
  `CREATE TABLE IF NOT EXISTS ${tableName} ` +
  '(key text PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)'

/** Returns a rate limiter whose counts are in the database, so that all nodes share them. */
export function createRateLimiter(pool: Pool, options: IRateLimiterOptions): RateLimiterAbstract {
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName,
    tableCreated: true,
  })
}
