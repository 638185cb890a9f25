/**
 * The migrations of each database that are in the repository: a virtual module that nuxt.config.ts generates
 * from `drizzle/`.
 */
declare module '#migrations' {
  export const migrations: Record<import('./dialect').Dialect, import('./engine').Migrations>
}
