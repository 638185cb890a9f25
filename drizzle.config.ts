import { defineConfig } from 'drizzle-kit'
import { dialectOf } from './server/settings/dialect'

// For the database that DATABASE_URL names: `npm run db:generate` runs drizzle-kit for both.
const dialect = dialectOf(process.env.DATABASE_URL)

export default defineConfig({
  dialect: dialect === 'postgres' ? 'postgresql' : 'sqlite',
  schema: './server/db/schema.ts',
  out: `./drizzle/${dialect}`,
})
