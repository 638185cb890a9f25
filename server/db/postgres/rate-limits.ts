/** The table in which rate-limiter-flexible counts requests, in its own format. */
export const rateLimitTable = 'rate_limit'

/** Creates the table if it is missing. */
export const createRateLimitTable =
  `CREATE TABLE IF NOT EXISTS ${rateLimitTable} ` +
  '(key text PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)'
