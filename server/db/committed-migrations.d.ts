/**
 * The migrations in the repository, for each kind of database. This is a virtual module that nuxt.config.ts
 * generates from `drizzle/`.
 */
declare module '#migrations' {
  export const migrations: Record<import('../settings/dialect').Dialect, import('./engine').Migrations>
}
