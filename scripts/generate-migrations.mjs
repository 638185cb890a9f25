// npm run db:generate -- --name what-changes: writes a migration for each database. The migration contains
// the changes of the schema since the last snapshot.
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { env, root } from './lib.mjs'

for (const [dialect, databaseUrl] of [
  ['sqlite', ''],
  ['postgres', 'postgres:'],
]) {
  const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...env, DATABASE_URL: databaseUrl },
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  // drizzle-kit compares the schema only with the last snapshot, so the earlier snapshots are deleted: each
  // has 5,000 lines.
  const snapshots = globSync(`drizzle/${dialect}/meta/*_snapshot.json`, { cwd: root }).sort()
  for (const each of snapshots.slice(0, -1)) rmSync(join(root, each))
}
