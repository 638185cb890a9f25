import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { ApiError, type ApiResponse } from '#shared/client'
import type { FileItem } from '#shared/contract/evidence'
import type { RectangleGeometry } from '#shared/contract/geometry'
import { limits } from '#shared/contract/kit/limits'
import type { Api } from '../api'
import { readReview } from '../change/review'
import type { Evidence } from './evidence'
import { formBody, type FormFile, type FormTexts } from './form'
import type { Artifact, PlannedFile } from './planned-file'

export type Submitted = ApiResponse<'POST /v1/evidence'>

/** Areas of images to paint over, as fractions of the image. */
export type Redaction = RectangleGeometry[]

/** The maximum size of a form without its files, in bytes. */
const FORM_OVERHEAD = 1024 * 1024

/** A file and the artifact that it would revise. */
interface Compared {
  artifact: Artifact
  evidence: Evidence
}

/**
 * Returns the files whose artifact already has the same bytes, so that these files need not be sent. Only
 * hashes are sent for the comparison. An earlier version of the server does not have this operation: then all
 * files are sent, and the server skips the files that it has.
 */
export async function findPresent(
  api: Api,
  reviewId: string,
  compared: readonly Compared[],
): Promise<ReadonlySet<Evidence>> {
  const present = new Set<Evidence>()
  for (let start = 0; start < compared.length; start += limits.checkedFiles) {
    const part = compared.slice(start, start + limits.checkedFiles)
    const files = part.map(({ artifact, evidence: { sha256, bytes, isBefore } }) => ({
      artifactId: artifact.id,
      sha256,
      bytes,
      isBefore,
    }))
    const { unchanged } = await api
      .call('POST /v1/evidence/check', { body: { reviewId, files } })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return { unchanged: [] }
        throw error
      })
    for (const [index, { evidence }] of part.entries()) if (unchanged[index]) present.add(evidence)
  }
  return present
}

/** Returns the number of bytes to send for a file and its poster. */
export const sentBytes = ({ bytes, poster }: Evidence): number => bytes + (poster?.bytes ?? 0)

/**
 * Divides files into as few forms as possible without exceeding the limits of a form. Preserves their order.
 */
export function formsOf(subjects: PlannedFile[][]): PlannedFile[][][] {
  const forms: PlannedFile[][][] = []
  let size = { files: Infinity, bytes: 0, items: 0 }
  for (const subject of subjects) {
    const own = sizeOf(subject)
    const fits =
      size.files + own.files <= limits.formFiles &&
      size.bytes + own.bytes <= limits.formBytes - FORM_OVERHEAD &&
      size.items + own.items <= limits.formTextBytes
    if (fits) forms.at(-1)?.push(subject)
    else forms.push([subject])
    size = fits
      ? { files: size.files + own.files, bytes: size.bytes + own.bytes, items: size.items + own.items }
      : own
  }
  return forms
}

function sizeOf(subject: PlannedFile[]) {
  const files = subject.flatMap(each => filesOf(each.evidence))
  return {
    files: files.length,
    bytes: files.reduce((sum, each) => sum + each.bytes, 0),
    items: subject.reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(itemOf(each))) + 2, 2),
  }
}

/**
 * Sends files in one call. The server publishes the files that it does not refuse. A retry after an
 * interruption has no further effect: the `Idempotency-Key` is made of the files, their fields, and the
 * revisions that they follow. If the server repeats an earlier response whose artifacts or review were
 * deleted since, sends the files again with another key.
 */
export async function sendForm(
  api: Api,
  subjects: PlannedFile[][],
  texts: FormTexts,
  redact: Redaction | undefined,
  onProgress: (bytes: number) => void,
): Promise<Submitted> {
  const planned = subjects.flat()
  const items = planned.map(each => ({ ...itemOf(each), ...(redact && { redact }) }))
  const files = planned.flatMap(({ evidence }) => filesOf(evidence))
  const { roundKey, roundSummary } = planned[0]?.description ?? {}
  const given = Object.entries({
    ...texts,
    roundKey,
    roundSummary,
    partial: 'true',
    items: JSON.stringify(items),
  })
  const fields = given.flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as [string, string]],
  )
  const follows = planned.map(
    ({ artifact }) => artifact?.revisions.findLast(each => each.completedAt !== null)?.id ?? null,
  )
  const hashes = planned.map(({ evidence: { sha256, poster, context } }) => [
    sha256,
    poster?.sha256,
    ...(context === null ? [] : [context]),
  ])
  const key = createHash('sha256')
    .update(JSON.stringify([fields, hashes, follows]))
    .digest('hex')
  const form = formBody(Object.fromEntries(fields), files, onProgress)
  for (let repeats = 0; ; repeats += 1) {
    const { submitted, isReplay } = await api.sendForm(`push-${key}${repeats ? `-${repeats}` : ''}`, form)
    if (!isReplay || (await isStored(api, submitted))) return submitted
  }
}

/** Returns whether the review and all artifacts of an earlier response still exist. */
async function isStored(api: Api, { review, files }: Submitted): Promise<boolean> {
  try {
    const { artifacts } = await readReview(api, review.id)
    return files.every(file => artifacts.some(({ id }) => id === file.artifactId))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

function filesOf({ name, path, mime, bytes, poster, context }: Evidence): FormFile[] {
  const file = { part: 'files', fileName: basename(name), path, mime, bytes }
  return [
    file,
    ...(poster ? [{ ...poster, part: 'poster', fileName: basename(poster.path) }] : []),
    ...(context === null ? [] : [contextFile(context)]),
  ]
}

/** Returns the form part with the context of a file. In the form, it follows the part with this file. */
function contextFile(context: string): FormFile {
  const content = Buffer.from(context)
  const type = { part: 'context', fileName: 'context.json', mime: 'application/json' }
  return { ...type, path: '', bytes: content.length, content }
}

/**
 * Returns the form fields of a file. A revision does not change the title of its artifact, unless a title is
 * given.
 */
function itemOf({ evidence, artifact, description }: PlannedFile): FileItem {
  const { roundKey: _key, roundSummary: _summary, ...fields } = description
  return {
    ...fields,
    ...(artifact ? { artifactId: artifact.id } : { title: fields.title ?? evidence.title }),
    ...(evidence.isBefore && { isBefore: true }),
  }
}
