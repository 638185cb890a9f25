import { defineConfig } from 'drizzle-kit'
import { dialectOf } from './server/settings/dialect'

// The database that DATABASE_URL names. `npm run db:generate` runs drizzle-kit once for SQLite and once for
// PostgreSQL.
const dialect = dialectOf(process.env.DATABASE_URL)

export default defineConfig({
  dialect: dialect === 'postgres' ? 'postgresql' : 'sqlite',
  schema: './server/db/schema.ts',
  out: `./drizzle/${dialect}`,
})
