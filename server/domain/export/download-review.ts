import { PassThrough, type Readable } from 'node:stream'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadReview, type LoadedReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { db } from '~~/server/db'
import { artifact, revision } from '~~/server/db/schema'
import { isMediaActive } from '~~/server/domain/artifact/active-media'
import { baseNameOf, fileNameOf } from '~~/server/domain/artifact/file-name'
import { recordAs, type RecordDownload } from '~~/server/domain/artifact/record-download'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import type { Attachment } from './attachment'

/** The original of a revision, which becomes a file in the ZIP file. */
interface Entry {
  revisionId: string
  key: string
  bytes: number
  fileName: string
  completedAt: number
}

/**
 * Returns a ZIP file with the original of the latest revision of each artifact, or only of the artifacts in
 * `artifactIds`. Images and videos are already compressed, so the ZIP file contains their bytes unchanged.
 * The files are read one after another, so that memory contains only one buffer. Throws `not_found` if there
 * are no originals.
 */
export async function downloadReview(caller: Caller, input: Input<'downloadReview'>): Promise<Attachment> {
  const loaded = await loadReview(caller, input.id, 'downloadOriginals')
  return zipOriginals(loaded, recordAs(caller), input.artifactIds)
}

/**
 * Returns the ZIP file of {@link downloadReview} for any downloader. `record` writes the audit event of each
 * download.
 */
export async function zipOriginals(
  loaded: LoadedReview,
  record: RecordDownload,
  artifactIds?: readonly string[],
): Promise<Attachment> {
  const entries = await entriesOf(loaded, artifactIds)
  if (entries.length === 0)
    throw new AppError('not_found', { message: 'This review has no evidence to download.' })
  return {
    fileName: `${baseNameOf(loaded.review.title, 'review')}.zip`,
    contentType: 'application/zip',
    async open() {
      for (const { revisionId } of entries) await record({ subjectId: revisionId, ...scopeOf(loaded) })
      return zipOf(entries)
    },
  }
}

/**
 * Returns the latest completed revision of each artifact. Leaves out revisions whose original is not stored
 * or is past its retention.
 */
async function entriesOf(
  { review, workspace }: LoadedReview,
  artifactIds?: readonly string[],
): Promise<Entry[]> {
  const rows = await db
    .select({ artifactId: artifact.id, title: artifact.title, revision })
    .from(revision)
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .where(
      and(
        eq(artifact.reviewId, review.id),
        isNotNull(revision.completedAt),
        artifactIds && inArray(artifact.id, [...artifactIds]),
      ),
    )
    .orderBy(asc(artifact.createdAt), asc(artifact.id), asc(revision.index))
  const latest = new Map(rows.map(row => [row.artifactId, row])).values()
  const now = Date.now()
  const names = new Set<string>()
  return [...latest].flatMap(({ title, revision: row }): Entry[] => {
    const { id, originalKey, completedAt, bytes, index, mime } = row
    if (originalKey === null || completedAt === null || !isMediaActive(row, workspace, now)) return []
    const fileName = uniqueName(fileNameOf(title, index, mime), names)
    return [{ revisionId: id, key: originalKey, bytes, fileName, completedAt }]
  })
}

/**
 * Adds a file name to a set and returns it. Changes the name if necessary, so that it is unique even on file
 * systems that ignore case.
 */
function uniqueName(name: string, names: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let unique = name
  for (let number = 2; names.has(unique.toLowerCase()); number++)
    unique = `${name.slice(0, dot)} (${number})${name.slice(dot)}`
  names.add(unique.toLowerCase())
  return unique
}

const evidenceDeleted = () =>
  new AppError('not_found', { message: 'Evidence of this review was deleted while it was being sent.' })

function zipOf(entries: Entry[]): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  // The files are opened one at a time. If the client disconnects, the file that is open is closed.
  let current: Readable | undefined
  output.once('close', () => current?.destroy())
  zip.on('error', error => output.destroy(error as Error))
  for (const { key, bytes, fileName, completedAt } of entries)
    zip.addReadStreamLazy(
      fileName,
      { compress: false, size: bytes, mtime: new Date(completedAt) },
      callback => {
        blobs()
          .open(key, { size: bytes })
          .then(
            source => {
              current = source.stream()
              callback(null, current)
            },
            (error: unknown) =>
              callback(error instanceof BlobMissingError ? evidenceDeleted() : error, output),
          )
      },
    )
  zip.end()
  return zip.outputStream.pipe(output)
}
