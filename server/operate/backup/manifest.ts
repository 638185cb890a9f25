import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing, syncFolders } from '~~/server/storage/folders'
import { OperateError } from '../fault'

/** The version of the form that docs/operations.md describes. */
export const FORMAT = 1
const FILE = 'manifest.json'

const count = z.int().min(0)
const sha256 = z.string().regex(/^[\da-f]{64}$/)
const fileName = z.string().regex(/^[\w-]+\.ndjson$/)

const Manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The database that was backed up, and the time of its last migration. */
  schema: z.object({ dialect: z.enum(['sqlite', 'postgres']), migratedAt: count }),
  /** The rows of all tables, one a line, and the sums of each table (instance/portable.ts). */
  database: z.object({
    file: fileName,
    bytes: count,
    sha256,
    tables: z.record(z.string(), z.object({ rows: count, sha256 })),
  }),
  /** The index of the blobs, with size and SHA-256 of each. */
  blobs: z.object({
    file: fileName,
    sha256,
    count,
    bytes: count,
    /** Blobs that the database names and that the instance did not have. */
    missing: count,
  }),
  /** Whether the secret is in the backup: it is not when AUTH_SECRET was set. */
  secret: z.boolean(),
})

export type Manifest = z.infer<typeof Manifest>

/**
 * Reads the manifest of a backup; null where there is none. Throws an OperateError for one it cannot read.
 */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, FILE)
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return null
    throw new OperateError(`${path} cannot be read (${(error as Error).message}); use another backup`)
  }
  const format = z.object({ format: z.number() }).safeParse(value).data?.format ?? 0
  if (format > FORMAT) throw new OperateError(`${path} is of a newer version of Exhibit; use that version`)
  const parsed = Manifest.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
  throw new OperateError(`${path} is damaged (${fields}); use another backup`)
}

/** Writes the manifest: from this moment on the folder is a whole backup. It replaces the one before. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, FILE)
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await syncFolders(folder, folder)
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  await syncFolders(folder, folder)
}
