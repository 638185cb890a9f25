import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OperateError } from '../fault'
import type { BackupPlace } from './place'

/** The version of the format that docs/operations.md describes. */
export const FORMAT = 2
/** Backups of format 1 have one generation and uncompressed files of rows. */
const FORMATS = [1, FORMAT]
/** The file of the newest generation. */
const NEWEST = 'manifest.json'

const count = z.int().min(0)
const sha256 = z.string().regex(/^[\da-f]{64}$/)
const fileName = z.string().regex(/^[\w-]+\.ndjson(?:\.gz)?$/)

const Manifest = z.object({
  format: z.literal(FORMATS),
  createdAt: z.iso.datetime(),
  /** The kind of database that was backed up, and the time of its last migration. */
  schema: z.object({ dialect: z.enum(['sqlite', 'postgres']), migratedAt: count }),
  /** The rows of all tables, one per line, and the sum of each table (instance/portable.ts). */
  database: z.object({
    file: fileName,
    bytes: count,
    sha256,
    tables: z.record(z.string(), z.object({ rows: count, sha256 })),
    /** Rows that could not be read and were left out, or that have a column left empty. */
    damaged: z.array(z.string()).default([]),
  }),
  /** The index of the blobs, with the size and SHA-256 of each. */
  blobs: z.object({
    file: fileName,
    sha256,
    count,
    bytes: count,
    /** The number of blobs that the database names and that were missing in the instance. */
    missing: count,
    /** The number of blobs whose bytes did not match the database. */
    damaged: count.default(0),
  }),
  /** Whether the backup contains the secret. It does not if AUTH_SECRET was set. */
  secret: z.boolean(),
})

export type Manifest = z.infer<typeof Manifest>

/** Returns names for new files that no earlier backup in the place has. */
export function newFileNames(now = new Date()): { database: string; blobs: string } {
  const id = `${now.toISOString().replace(/\W/g, '').slice(0, 15)}-${randomBytes(3).toString('hex')}`
  return { database: `database-${id}.ndjson.gz`, blobs: `blobs-${id}.ndjson` }
}

/** Returns the name of a generation: the time of its beginning, with a random suffix. */
export const generationOf = ({ database }: Manifest) =>
  database.file.replace(/^database-/, '').replace(/\.ndjson.*$/, '')

const fileOf = (generation: string) => `manifest-${generation}.json`

/** Returns the names of the files that contain rows or an index of blobs. */
export async function dataFiles(place: BackupPlace, kind: 'database' | 'blobs'): Promise<string[]> {
  return (await place.list()).filter(name => name.startsWith(`${kind}-`) && name.includes('.ndjson')).sort()
}

/** Reads the newest manifest; null if there is none. Throws an OperateError if it cannot read it. */
export const readManifest = (place: BackupPlace): Promise<Manifest | null> => readFile(place, NEWEST)

/** Reads the manifests of all generations, oldest first. Throws like {@link readManifest}. */
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
 * Writes the manifest, which makes the backup complete. The previous manifest is kept as an earlier
 * generation.
 */
export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  const text = (of: Manifest) => `${JSON.stringify(of, null, 2)}\n`
  const before = await readManifest(place)
  // Earlier versions wrote only the newest manifest.
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
