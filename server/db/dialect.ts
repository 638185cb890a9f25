export type Dialect = 'sqlite' | 'postgres'

/** Where the database is. */
export type DatabaseAddress = { dialect: 'sqlite'; file: string } | { dialect: 'postgres'; url: string }

/** Returns the database that an address names; a path, or no address, names an SQLite file. */
export function dialectOf(databaseUrl: string | undefined): Dialect {
  return /^postgres(?:ql)?:/.test(databaseUrl ?? '') ? 'postgres' : 'sqlite'
}
