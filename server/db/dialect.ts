export type Dialect = 'sqlite' | 'postgres'

/** The database and its address. */
export type DatabaseAddress = { dialect: 'sqlite'; file: string } | { dialect: 'postgres'; url: string }

/** Returns the database that an address names. A path, or no address, names an SQLite file. */
export function dialectOf(databaseUrl: string | undefined): Dialect {
  return /^postgres(?:ql)?:/.test(databaseUrl ?? '') ? 'postgres' : 'sqlite'
}
