const settings = 'It uses the settings of the server: those of .env with npm, else those of the environment.'

const texts = {
  backup: `npm run backup -- FOLDER

Backs up the database, the evidence and the generated secret to a folder, while the server runs.
${settings}

FOLDER is a new folder, or that of an earlier backup: then only new evidence is copied, and what
the newest backup does not need is removed. It is a folder and not one file, because evidence could
not be added to one file without writing all of it again. The folder is a whole backup when it has
manifest.json; after an interruption, that of the backup before remains.

Exit codes: 0 done; 1 not done, or evidence is missing in the instance.`,
  restore: `npm run restore -- FOLDER

Restores a backup into an empty place: a database without rows and a blob store without blobs.
${settings}
The database may be SQLite or PostgreSQL, the blob store a folder or a bucket, whichever the backup
came from. All rows, and the size and checksum of each blob, are compared. After an interruption,
run it again.

Exit codes: 0 done; 1 not done.`,
  doctor: `npm run doctor

Checks the settings, files, versions, free space, clock, database, evidence, and the services that
the server uses. It changes nothing and may run beside the server.
${settings}

Exit codes: 0 everything is in order; 1 warnings; 2 problems.`,
  move: `npm run move -- --to postgres://USER:PASSWORD@HOST/DATABASE [--blobs s3://BUCKET/PREFIX?region=…]

Copies the instance from SQLite to PostgreSQL, and its evidence to a bucket. Stop the server first.
${settings}

  --to     the address of an empty PostgreSQL database (15 or newer)
  --blobs  the address of an empty blob store; without it, the evidence stays where it is

The instance itself is not changed. After an interruption, run it again with the same addresses: it
continues where it stopped.

Exit codes: 0 done; 1 not done, or evidence is missing in the instance.`,
}

export type Command = keyof typeof texts

/** Returns the usage of a command, or of all where there is none. */
export function usage(command: Command | null): string {
  if (command) return `Usage: ${texts[command]}`
  return `Usage: operate COMMAND, with --help for more: ${Object.keys(texts).join(', ')}`
}

export const isCommand = (name: string | undefined): name is Command =>
  name !== undefined && Object.hasOwn(texts, name)
