export type Dialect = 'sqlite' | 'postgres'

/** Returns the database that an address names; a path, or no address, names an SQLite file. */
export function dialectOf(databaseUrl: string | undefined): Dialect {
  return /^postgres(?:ql)?:/i.test(databaseUrl ?? '') ? 'postgres' : 'sqlite'
}
