import { open } from 'node:fs/promises'
import { kindOf, mimeOfHead, signatureBytes, type ArtifactKind } from '#shared/contract/media-types'
import type { FileItem } from '#shared/contract/evidence'
import { limits } from '#shared/contract/kit/limits'
import { exactBytes } from '#shared/contract/kit/sizes'
import { invalid } from '#shared/errors'
import { foreignTypeOfHead } from '#shared/foreign-types'
import { titleOfFile, titleOfPair } from '#shared/text/file-title'
import { idPattern } from '#shared/ids'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import { assertFitsKind, withoutPainted } from '~~/server/domain/upload/revision-context'
import type { Evidence } from './evidence'
import { contextsOf, storeContext, readReceivedContext, type StoredContext } from './received-contexts'
import type { Refusals } from './refusals'

type Titled = Pick<Evidence, 'title' | 'artifactId' | 'isBefore'> & { file: ReceivedFile; item: FileItem }

/** The fields of a call that describe its files. */
interface FileFields {
  title?: string
  items?: FileItem[]
}

/**
 * Returns the received files as evidence, in their order. Each file with the state before a change precedes
 * the file with the state after it. `title` is the title if there is only one file or pair. Throws
 * `invalid_request` about the first part that cannot be evidence. Problems of single files are added to
 * `refusals`.
 */
export async function readEvidence(
  received: readonly ReceivedFile[],
  { title, items }: FileFields,
  refusals: Refusals,
): Promise<Evidence[]> {
  const contexts = contextsOf(received)
  const files = received.filter(each => each.part !== 'poster' && each.part !== 'context')
  const titled = items
    ? titledByItems(files, items, title)
    : files.flatMap(each => titledPartOf(each, files, title))
  const subjects = titled.filter(each => !each.isBefore)
  if (title !== undefined && subjects.length > 1)
    throw invalid(
      'title',
      `"title" names one file, but there are ${subjects.length}.`,
      'Leave it out: the words of the file names become the titles. Or send the files one by one.',
    )
  assertDistinct(subjects)
  const evidence: Evidence[] = []
  for (const { file, item, ...rest } of titled) {
    const { title: _, artifactId: _id, isBefore: _before, redact, ...description } = item
    const index = files.indexOf(file)
    try {
      const type = await typeOf(file)
      assertRedactable(file, type.kind, redact)
      const context = await contextOf(contexts.get(file), type.kind, redact)
      const read = { ...type, index, description, redact, redacted: null, poster: null, context }
      evidence.push({ ...file, ...rest, ...read })
    } catch (error) {
      refusals.add({ ...file, index }, error)
    }
  }
  assertPairsOfOneKind(evidence)
  return withPoster(
    evidence,
    received.filter(each => each.part === 'poster'),
  )
}

/**
 * Stores the context of a file, without the texts of areas that are painted over. Returns null if the file
 * has no context.
 */
async function contextOf(
  received: ReceivedFile | undefined,
  kind: ArtifactKind,
  redact: FileItem['redact'],
): Promise<StoredContext | null> {
  if (!received) return null
  const context = await readReceivedContext(received)
  assertFitsKind(kind, context, 'context.')
  return storeContext(received, withoutPainted(context, redact ?? null))
}

/**
 * Assigns the poster to the only video. Throws `invalid_request` if there are several videos or several
 * posters, or if the poster is too large.
 */
function withPoster(evidence: Evidence[], [poster, ...others]: ReceivedFile[]): Evidence[] {
  if (!poster) return evidence
  const videos = evidence.filter(each => each.kind === 'video')
  const [video] = videos
  if (others.length > 0 || videos.length > 1)
    throw invalid('poster', '"poster" is one image for one video.', 'Send each video in a separate call.')
  if (poster.bytes > limits.posterBytes)
    throw invalid(
      'poster',
      `A poster may have at most ${exactBytes(limits.posterBytes)}; "${poster.name}" has ${poster.bytes}.`,
      'Compress it.',
    )
  // The video was rejected, so its poster is not needed.
  if (!video) return evidence
  return evidence.map(each => (each === video ? { ...each, poster } : each))
}

function assertRedactable(
  { part, name }: ReceivedFile,
  kind: ArtifactKind,
  redact: FileItem['redact'],
): void {
  if (kind === 'video' && redact)
    throw invalid(
      part,
      `"${name}" is a video, which cannot be redacted.`,
      'Leave "redact" out, or record the video again without the parts to hide.',
    )
}

/**
 * Returns the files, each with the fields of the item at the same position. Throws `invalid_request` unless
 * there is one item for each file.
 */
function titledByItems(
  files: readonly ReceivedFile[],
  items: FileItem[],
  title: string | undefined,
): Titled[] {
  const other = files.find(each => each.part !== 'files')
  if (other)
    throw invalid(
      'items',
      `"items" describes "files", but there is also "${other.part}".`,
      'Send all in "files".',
    )
  if (files.length !== items.length)
    throw invalid(
      'items',
      `"items" describes ${items.length} files, but there are ${files.length}.`,
      'Send one item for each file, in their order.',
    )
  return files.map((file, index) => {
    const item = items[index] ?? {}
    const named = item.title ?? title
    const suggested = (titleOfFile(file.name) || 'Screenshot').slice(0, limits.title).trim()
    const artifactId = item.artifactId ?? null
    return {
      file,
      item,
      title: named ?? (artifactId === null ? suggested : null),
      artifactId,
      isBefore: item.isBefore ?? false,
    }
  })
}

/**
 * Returns the file with its title, as a list with one item. For the `after` file of a pair, returns both
 * files of the pair. For the `before` file, returns an empty list.
 */
function titledPartOf(
  file: ReceivedFile,
  files: readonly ReceivedFile[],
  title: string | undefined,
): Titled[] {
  const { part, name } = file
  if (idPattern('artifact').test(part))
    return [{ file, item: {}, title: title ?? null, artifactId: part, isBefore: false }]
  const shortened = (suggested: string) => title ?? suggested.slice(0, limits.title).trim()
  if (part !== 'before' && part !== 'after')
    return [
      {
        file,
        item: {},
        title: shortened(titleOfFile(name) || 'Screenshot'),
        artifactId: null,
        isBefore: false,
      },
    ]
  const other = part === 'before' ? 'after' : 'before'
  const index = files.filter(each => each.part === part).indexOf(file)
  const partner = files.filter(each => each.part === other)[index]
  if (!partner)
    throw invalid(
      other,
      `"${part}" with the file "${name}" has no "${other}".`,
      `Send both files of a pair: curl -F 'before=@old.png' -F 'after=@new.png'.`,
    )
  if (part === 'before') return []
  const both = { item: {}, title: shortened(titleOfPair(name)), artifactId: null }
  return [
    { file: partner, ...both, isBefore: true },
    { file, ...both, isBefore: false },
  ]
}

/**
 * Throws if two files have the same title or artifact id. Evidence is found again by its title, so titles
 * must differ.
 */
function assertDistinct(subjects: Titled[]): void {
  for (const [subject, alike] of Map.groupBy(subjects, each => each.artifactId ?? each.title)) {
    const [first, second] = alike
    if (!first || !second) continue
    const names = `"${first.file.name}" and "${second.file.name}"`
    throw invalid(
      second.file.part,
      first.artifactId === null
        ? `${names} have the same title, "${subject}".`
        : `${names} are both revisions of ${subject}.`,
      'Rename one of the files, or send them in two calls, each with a title.',
    )
  }
}

function assertPairsOfOneKind(evidence: Evidence[]): void {
  evidence.forEach((before, index) => {
    const after = evidence[index + 1]
    if (before.isBefore && after && before.kind !== after.kind)
      throw invalid(
        'before',
        `"${before.name}" and "${after.name}" are of different kinds: ${before.kind} and ${after.kind}.`,
        'A pair must be two images or two videos.',
      )
  })
}

/**
 * Returns the type of a file according to its first bytes. Throws for an empty file, for an unsupported type,
 * and for an image that is too large.
 */
async function typeOf({ part, name, path, bytes }: ReceivedFile): Promise<Pick<Evidence, 'mime' | 'kind'>> {
  if (bytes === 0)
    throw invalid(part, `"${part}" has an empty file, "${name}".`, 'Check the path of the file.')
  const head = await readHead(path)
  const mime = mimeOfHead(head)
  const foreign = foreignTypeOfHead(head)
  if (!mime)
    throw invalid(
      part,
      `"${part}" has a file that is ${foreign?.name ?? 'not an image or video'}, "${name}".`,
      foreign?.remedy ?? 'Send PNG, JPEG, WebP, GIF, AVIF, MP4, MOV or WebM.',
    )
  const kind = kindOf(mime)
  if (kind === 'image' && bytes > limits.imageBytes)
    throw invalid(
      part,
      `An image may have at most ${exactBytes(limits.imageBytes)}; "${name}" in "${part}" has ${bytes}.`,
      'Compress or crop it.',
    )
  return { mime, kind }
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
