// npm run db:generate -- --name what-changes: writes a migration for each database. The migration contains
// the changes of the schema since the last snapshot.
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
