// npm run db:generate -- --name what-changes: writes, for each database, the migration from the last snapshot
// of the schema to the current schema.
import { spawnSync } from 'node:child_process'
import { env, root } from './lib.mjs'

for (const databaseUrl of ['', 'postgres:']) {
  const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
