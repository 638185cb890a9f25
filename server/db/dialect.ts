export type Dialect = 'sqlite' | 'postgres'

/** The kind of database, with its file or URL. */
export type DatabaseAddress = { dialect: 'sqlite'; file: string } | { dialect: 'postgres'; url: string }

/** Returns the kind of database that a database URL stands for: SQLite for a file path or no URL. */
export function dialectOf(databaseUrl: string | undefined): Dialect {
  return /^postgres(?:ql)?:/.test(databaseUrl ?? '') ? 'postgres' : 'sqlite'
}
