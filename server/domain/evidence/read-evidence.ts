import { open } from 'node:fs/promises'
import {
  kindOf,
  mimeOfHead,
  signatureBytes,
  type ArtifactKind,
  type Mime,
} from '#shared/contract/media-types'
import { limits } from '#shared/contract/kit/limits'
import { invalid } from '#shared/errors'
import { foreignTypeOfHead } from '#shared/foreign-types'
import { titleOfFile, titleOfPair } from '#shared/file-title'
import { idPattern } from '#shared/ids'
import type { ReceivedFile } from '~~/server/received-form'

/** A received file that is to become a revision. */
export interface Evidence extends ReceivedFile {
  mime: Mime
  kind: ArtifactKind
  /** Its artifact is found by this title, unless `artifactId` names it; null: it keeps its title. */
  title: string | null
  artifactId: string | null
  /** The state before a change: the next one in the list is the state after it. */
  isBefore: boolean
}

type Titled = Pick<Evidence, 'title' | 'artifactId' | 'isBefore'> & { file: ReceivedFile }

/**
 * Returns the received files as evidence, in their order, each `before` ahead of its `after`. `title` is that
 * of the only file or pair. Throws `invalid_request` about the first part that cannot be evidence.
 */
export async function readEvidence(
  files: readonly ReceivedFile[],
  title: string | undefined,
): Promise<Evidence[]> {
  const titled = files.flatMap(file => titledPartOf(file, files, title))
  const subjects = titled.filter(each => !each.isBefore)
  if (title !== undefined && subjects.length > 1)
    throw invalid(
      'title',
      `"title" names one file, but there are ${subjects.length}.`,
      'Leave it out: the words of the file names become the titles. Or send the files one by one.',
    )
  assertDistinct(subjects)
  const evidence: Evidence[] = []
  for (const { file, ...rest } of titled) evidence.push({ ...file, ...rest, ...(await typeOf(file)) })
  assertPairsOfOneKind(evidence)
  return evidence
}

/** Returns a file with its title; of a pair, both files at the place of `after`. */
function titledPartOf(
  file: ReceivedFile,
  files: readonly ReceivedFile[],
  title: string | undefined,
): Titled[] {
  const { part, name } = file
  if (idPattern('artifact').test(part))
    return [{ file, title: title ?? null, artifactId: part, isBefore: false }]
  const shortened = (suggested: string) => title ?? suggested.slice(0, limits.title).trim()
  if (part !== 'before' && part !== 'after')
    return [{ file, title: shortened(titleOfFile(name) || 'Screenshot'), artifactId: null, isBefore: false }]
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
  const both = { title: shortened(titleOfPair(name)), artifactId: null }
  return [
    { file: partner, ...both, isBefore: true },
    { file, ...both, isBefore: false },
  ]
}

/** Evidence is found again by its title, so two files may not have the same. */
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
      'Rename one of the files, or send them in two calls, with a title each.',
    )
  }
}

function assertPairsOfOneKind(evidence: Evidence[]): void {
  evidence.forEach((before, index) => {
    const after = evidence[index + 1]
    if (before.isBefore && after && before.kind !== after.kind)
      throw invalid(
        'before',
        `"${before.name}" and "${after.name}" are not of one kind: ${before.kind} and ${after.kind}.`,
        'A pair is two images or two videos.',
      )
  })
}

/** Returns the type that the first bytes of a file state. Throws for an empty file, and by type and size. */
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
      foreign?.remedy ?? 'Send PNG, JPEG, WebP, GIF, MP4 or WebM.',
    )
  const kind = kindOf(mime)
  if (kind === 'image' && bytes > limits.imageBytes)
    throw invalid(
      part,
      `An image may have at most ${limits.imageBytes} bytes (50 MiB); "${name}" in "${part}" has ${bytes}.`,
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
