export type Dialect = 'sqlite' | 'postgres'

/** The kind of database, with its file or URL. */
export type DatabaseAddress = { dialect: 'sqlite'; file: string } | { dialect: 'postgres'; url: string }

/** Returns the kind of database for a database URL. A file path or a missing URL means SQLite. */
export function dialectOf(databaseUrl: string | undefined): Dialect {
  return /^postgres(?:ql)?:/.test(databaseUrl ?? '') ? 'postgres' : 'sqlite'
}
