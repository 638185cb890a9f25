import { commandLine } from '~~/server/process/command-line'

const settings = 'It uses the settings of the server: the environment, and .env in the current folder.'

const texts = {
  backup: `${commandLine('backup FOLDER')} [--keep 7]
       ${commandLine('backup verify')} FOLDER

Backs up the database, the evidence and the generated secret to a folder, while the server runs.
${settings}

FOLDER is a new folder, or a folder with earlier backups: then only new evidence is copied. It may be
a bucket: s3://BUCKET/PREFIX?region=…, with credentials as for BLOB_URL. It is a folder and not one
file, because evidence could not be added to one file without writing all of it again. A backup is
whole when its manifest is written; after an interruption, earlier backups
remain.

  --keep   how many backups remain in the folder (7); what only older ones need is removed
  verify   read all backups in the folder and compare every checksum

Exit codes: 0 done; 1 not done, or something is missing or damaged in the instance (or, with verify,
in the folder).`,
  restore: `${commandLine('restore FOLDER')} [--generation NAME]

Restores a backup into an empty place: a database without rows and a blob store without blobs.
FOLDER is a folder or a bucket, as for ${commandLine('backup')}.
${settings}
The database may be SQLite or PostgreSQL, the blob store a folder or a bucket, whichever the backup
came from. All rows, and the size and checksum of each blob, are compared. After an interruption,
run it again.

  --generation  an earlier backup of the folder; ${commandLine('backup verify')} FOLDER names them

Exit codes: 0 done; 1 not done.`,
  doctor: `${commandLine('doctor [--deep]')}

Checks the settings, files, versions, free space, clock, database, evidence, and the services that
the server uses. It changes nothing and may run while the server runs.
${settings}

  --deep  read all originals and compare their checksums: as long as reading all evidence takes

Exit codes: 0 everything is in order; 1 warnings; 2 problems.`,
  move: `${commandLine('move --to')} postgres://USER:PASSWORD@HOST/DATABASE [--blobs s3://BUCKET/PREFIX?region=…]

Copies the instance from SQLite to PostgreSQL, and its evidence to a bucket. Stop the server first.
${settings}

  --to     the address of an empty PostgreSQL database (15 or newer)
  --blobs  the address of an empty blob store; without it, the evidence stays where it is

The instance itself is not changed. After an interruption, run it again with the same addresses: it
continues where it stopped.

Exit codes: 0 done; 1 not done, or evidence is missing or damaged in the instance.`,
  admin: `${commandLine('admin people')} [SEARCH]
       ${commandLine('admin workspaces')} [SEARCH]
       ${commandLine('admin make-owner')} WORKSPACE PERSON --reason "…"
       ${commandLine('admin add-person')} EMAIL --name "…" --reason "…"
       ${commandLine('admin password-link')} PERSON --reason "…"
       ${commandLine('admin suspend')} PERSON|WORKSPACE --reason "…"
       ${commandLine('admin unsuspend')} PERSON|WORKSPACE --reason "…"

Administers the running server: on this machine if it responds on PORT, otherwise at PUBLIC_URL.
${settings}
It needs ADMIN_TOKEN, with the same value as the server.

PERSON is an email or an id (usr_…), WORKSPACE a name or an id (ws_…). add-person and password-link
print a link with which the person chooses a password, for an hour and once: hand it over privately.

  --name    the name of the new person
  --reason  why; recorded in the activity of the administrators

Exit codes: 0 done; 1 not done.`,
}

export type Command = keyof typeof texts

/** Returns the usage text of a command, or of all commands if `command` is null. */
export function usage(command: Command | null): string {
  if (command)
    return `Usage: ${texts[command]}

With --json, the result is one JSON object.`
  return `Usage: ${commandLine('COMMAND')}, with --help for more: ${Object.keys(texts).join(', ')}`
}

export const isCommand = (name: string | undefined): name is Command =>
  name !== undefined && Object.hasOwn(texts, name)
