/** The committed migrations of each database: a module that nuxt.config.ts makes from `drizzle/`. */
declare module '#migrations' {
  export const migrations: Record<import('./dialect').Dialect, import('./engine').Migrations>
}
