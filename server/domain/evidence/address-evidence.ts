import { and, count, eq, inArray, lte, min } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { EvidenceAddress, FileItem, FileToSend } from '#shared/contract/evidence'
import { limits } from '#shared/contract/kit/limits'
import { addresses } from '#shared/addresses'
import { httpHints } from '#shared/contract/kit/errors'
import { exactBytes } from '#shared/contract/kit/sizes'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import { uploadCommand } from '#shared/documents/upload-command'
import { titleOfPair } from '#shared/text/file-title'
import type { AgentActor } from '~~/server/access/actor'
import { FIELDS_PURPOSE } from '~~/server/access/evidence-address'
import { loadReview } from '~~/server/access/loaders'
import { authorizeSelf } from '~~/server/access/write-guard'
import { write, type Db } from '~~/server/db'
import { evidenceAddress, token } from '~~/server/db/schema'
import { newSecret, encrypt, sha256 } from '~~/server/secrets/secrets'
import { settings } from '~~/server/settings'
import { requireOwnThreads } from './answer-threads'
import { requireArtifacts } from './require-artifacts'
import { findReview } from './submit-evidence'

/**
 * Creates a one-time address that takes the files of one call of `POST /v1/evidence`, and a command that
 * sends the files to it. The texts of the call are stored encrypted, so that the command contains only paths
 * and the address. Checks the project, the review, the evidence to revise and the threads of the answers, so
 * that errors in them are reported before the files are sent.
 */
export async function addressEvidence(
  agent: AgentActor,
  input: Input<'addressEvidence'>,
): Promise<EvidenceAddress> {
  const { reviewId, answers, files, posterPath } = input
  if (answers && reviewId === undefined)
    throw invalid('reviewId', '"reviewId" is required with "answers".', 'Name the review of the threads.')
  const parts = files.flatMap(({ path, contextPath }) => [
    { part: 'files', path },
    ...(contextPath === undefined ? [] : [{ part: 'context', path: contextPath }]),
  ])
  if (posterPath !== undefined) parts.push({ part: 'poster', path: posterPath })
  if (parts.length > limits.formFiles)
    throw invalid(
      'files',
      `With contexts and poster there are ${parts.length} files, but a call takes ${limits.formFiles}.`,
      'Send them in several calls.',
    )
  const texts = JSON.stringify(fieldsOf(input))
  if (Buffer.byteLength(texts) > limits.evidenceAddressBytes)
    throw invalid(
      'files',
      `The texts of this call have more than ${exactBytes(limits.evidenceAddressBytes)}.`,
      'Shorten the descriptions, or send the files in several calls.',
    )
  const found = await findReview(agent, input)
  await requireArtifacts(found.reviewId, files)
  const fields = encrypt(FIELDS_PURPOSE, texts)
  const ticket = newSecret()
  const expiresAt = Date.now() + limits.evidenceAddressMs
  await write(async tx => {
    if (reviewId === undefined) await authorizeSelf(tx, agent)
    else {
      await loadReview(agent, reviewId, 'contribute', tx, 'reviewId')
      await requireOwnThreads(tx, agent, reviewId, { answers })
    }
    await makeRoom(tx, agent.workspaceId)
    await tx.insert(evidenceAddress).values({ hash: sha256(ticket), tokenId: agent.id, fields, expiresAt })
  })
  const url = addresses.evidence(settings().publicUrl, ticket)
  return { url, command: uploadCommand(url, parts), expiresAt: new Date(expiresAt).toISOString() }
}

/**
 * Deletes the expired one-time addresses of a workspace. Throws `rate_limited` if the workspace has the
 * maximum number of addresses that have not expired. The number is limited because each address stores texts.
 */
async function makeRoom(tx: Db, workspaceId: string): Promise<void> {
  const tokens = tx.select({ id: token.id }).from(token).where(eq(token.workspaceId, workspaceId))
  const own = inArray(evidenceAddress.tokenId, tokens)
  const now = Date.now()
  await tx.delete(evidenceAddress).where(and(own, lte(evidenceAddress.expiresAt, now)))
  const [used] = await tx
    .select({ count: count(), first: min(evidenceAddress.expiresAt) })
    .from(evidenceAddress)
    .where(own)
  if ((used?.count ?? 0) < limits.evidenceAddresses) return
  throw new AppError('rate_limited', {
    message: `This workspace has ${limits.evidenceAddresses} addresses for evidence that have not expired.`,
    hint: `Send the files of one, or ${httpHints.retryAfter}.`,
    retryAfter: Math.max(1, Math.ceil(((used?.first ?? now) - now) / 1000)),
  })
}

/** Converts the input of a call to the text fields of the form of `POST /v1/evidence`. */
function fieldsOf(input: Input<'addressEvidence'>): Record<string, unknown> {
  const { files, posterPath: _, summary, changedOnly, force, ...others } = input
  return {
    ...others,
    items: JSON.stringify(itemsOf(files)),
    // The files of each call form a new round, even if the review already has rounds.
    roundKey: newId('round'),
    ...(summary !== undefined && { roundSummary: summary }),
    ...(changedOnly && { changedOnly: 'true' }),
    ...(force && { force: 'true' }),
  }
}

/**
 * Returns the fields of each file. The state before a change gets the title and the artifact of the state
 * after it, since both are revisions of the same evidence. Throws `invalid_request` if there is no state
 * after it.
 */
function itemsOf(files: FileToSend[]): FileItem[] {
  return files.map(({ path: _path, contextPath: _context, ...item }, index) => {
    const isAfter = files[index - 1]?.isBefore
    const subject = item.isBefore ? files[index + 1] : isAfter ? files[index] : undefined
    if (item.isBefore && (!subject || subject.isBefore))
      throw invalid(
        `files.${index}.isBefore`,
        `"files.${index}" is the state before a change, but the next file does not show the state after it.`,
        'Add that file right behind it.',
      )
    if (!subject) return item
    const { artifactId, title } = subject
    const named =
      artifactId === undefined ? titleOfPair(nameOf(subject.path)).slice(0, limits.title) : undefined
    return { ...item, artifactId, title: title ?? named }
  })
}

/** Returns the name of a file in a path of any operating system. */
const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path
