import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OperateError } from '../fault'
import type { BackupPlace } from './place'

/** The version of the backup format. docs/operations.md describes the format. */
export const FORMAT = 3
/**
 * The formats that can be read. A backup in format 1 has only one generation, and its files of rows are not
 * compressed. Until format 2, all generations shared a file with the secret.
 */
const FORMATS = [1, 2, FORMAT]
/** The file with the secret of all generations in the formats 1 and 2. */
const SHARED_SECRET = 'auth-secret'
/** The name of the manifest of the newest generation. */
const NEWEST = 'manifest.json'

const count = z.int().min(0)
const sha256 = z.string().regex(/^[\da-f]{64}$/)
const fileName = z.string().regex(/^[\w-]+\.ndjson(?:\.gz)?$/)

const Manifest = z.object({
  format: z.literal(FORMATS),
  createdAt: z.iso.datetime(),
  /** The kind of the database that was backed up, and the time of its last applied migration. */
  schema: z.object({ dialect: z.enum(['sqlite', 'postgres']), migratedAt: count }),
  /**
   * The file with the rows of all tables, one row per line, and the row count and checksum of each table
   * (instance/portable.ts).
   */
  database: z.object({
    file: fileName,
    bytes: count,
    sha256,
    tables: z.record(z.string(), z.object({ rows: count, sha256 })),
    /**
     * Descriptions of rows that could not be read. Each of these rows was left out, or one of its columns was
     * left empty.
     */
    damaged: z.array(z.string()).default([]),
  }),
  /** The file with the index of the blobs. For each blob, the index contains the size and the SHA-256. */
  blobs: z.object({
    file: fileName,
    sha256,
    count,
    bytes: count,
    /** The number of blobs that are missing in the instance although the database contains their keys. */
    missing: count,
    /** The number of blobs whose bytes did not match the SHA-256 in the database. */
    damaged: count.default(0),
  }),
  /**
   * The file with the secret of the server, and the SHA-256 of the secret. Null if `AUTH_SECRET` was set:
   * then the backup does not contain the secret. The formats 1 and 2 state only whether they contain it.
   */
  secret: z.union([
    z.object({ file: z.string().regex(/^auth-secret[\w-]*$/), sha256: sha256.nullable() }).nullable(),
    z.boolean().transform(isPresent => (isPresent ? { file: SHARED_SECRET, sha256: null } : null)),
  ]),
})

export type Manifest = z.infer<typeof Manifest>

/**
 * Returns names for the files of a new backup. The names differ from the names of all earlier backups in the
 * same folder or bucket.
 */
export function newFileNames(now = new Date()): { database: string; blobs: string; secret: string } {
  const id = `${now.toISOString().replace(/\W/g, '').slice(0, 15)}-${randomBytes(3).toString('hex')}`
  return { database: `database-${id}.ndjson.gz`, blobs: `blobs-${id}.ndjson`, secret: `auth-secret-${id}` }
}

/**
 * Returns the name of a generation. It consists of the time at which the backup began and a random suffix.
 */
export const generationOf = ({ database }: Manifest) =>
  database.file.replace(/^database-/, '').replace(/\.ndjson.*$/, '')

const fileOf = (generation: string) => `manifest-${generation}.json`

/**
 * Returns the names of all files of one kind that the backups contain: files of rows (`database`) or blob
 * indexes (`blobs`).
 */
export async function dataFiles(place: BackupPlace, kind: 'database' | 'blobs'): Promise<string[]> {
  return (await place.list()).filter(name => name.startsWith(`${kind}-`) && name.includes('.ndjson')).sort()
}

/** Returns the names of the files with secrets of all backups. */
export async function secretFiles(place: BackupPlace): Promise<string[]> {
  return (await place.list()).filter(name => name.startsWith(SHARED_SECRET))
}

/**
 * Reads the newest manifest; null if there is none. Throws an OperateError if the manifest cannot be read.
 */
export const readManifest = (place: BackupPlace): Promise<Manifest | null> => readFile(place, NEWEST)

/**
 * Reads the manifests of all generations, from the oldest to the newest. Throws an OperateError if one of
 * them cannot be read.
 */
export async function readManifests(place: BackupPlace): Promise<Manifest[]> {
  const names = (await place.list()).filter(name => /^manifest.*\.json$/.test(name))
  const found = new Map<string, Manifest>()
  for (const name of names) {
    const manifest = await readFile(place, name)
    if (manifest) found.set(generationOf(manifest), manifest)
  }
  return [...found.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}

/**
 * Writes the manifest of a new backup, with which the backup is complete. The previous manifest remains as
 * the manifest of an earlier generation.
 */
export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  const text = (of: Manifest) => `${JSON.stringify(of, null, 2)}\n`
  const before = await readManifest(place)
  // Earlier versions of Exhibit wrote only `manifest.json`, without a copy under the name of the generation.
  // The copy is created here.
  if (before) await place.create(fileOf(generationOf(before)), text(before))
  await place.write(fileOf(generationOf(manifest)), text(manifest))
  await place.write(NEWEST, text(manifest))
}

export const removeManifest = (place: BackupPlace, manifest: Manifest): Promise<void> =>
  place.remove(fileOf(generationOf(manifest)))

async function readFile(place: BackupPlace, name: string): Promise<Manifest | null> {
  const path = `${name} of ${place.name}`
  const text = await place.read(name)
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new OperateError(`${path} cannot be read (${(error as Error).message}); use another backup`)
  }
  const format = z.object({ format: z.number() }).safeParse(value).data?.format ?? 0
  if (format > FORMAT) throw new OperateError(`${path} is of a newer version of Exhibit; use that version`)
  const parsed = Manifest.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
  throw new OperateError(`${path} is damaged (${fields}); use another backup`)
}
