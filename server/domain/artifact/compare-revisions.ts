import type { ComparisonSettings } from '#shared/contract/comparison'
import { mediaLife, type RetainingWorkspace } from '#shared/plans'
import type { StoredComparison } from '~~/server/db/tables/evidence'
import { MediaError } from '~~/server/media/error'
import type { PictureDifference } from '~~/server/media/image/difference'
import { settings } from '~~/server/settings'
import { BlobMissingError } from '~~/server/storage/errors'
import type { AcceptedRevision, Baseline } from './baseline'
import { pictureDifferenceOf } from './render-pictures'
import type { ShownPictures, ShownRevision } from './shown-pictures'

/** The comparisons of a revision that are stored with it. */
export interface Comparisons {
  /** The comparison with the previous revision of the artifact. */
  change: StoredComparison
  /** The comparison with the revision that a person accepted; null for a state before a change. */
  baseline: StoredComparison | null
  /** When a person set the settings that were used, in epoch milliseconds; null for the default settings. */
  settingsAt: number | null
}

const isNew: StoredComparison = { status: 'new', changedPercent: null, boxes: [], against: null }

/**
 * Compares a revision, whose files are stored, with the previous revision of its artifact and with the
 * accepted revision. Revisions with equal derivatives look the same, so they are not decoded. A revision
 * whose media has expired is compared only by its derivative.
 */
export async function compareRevisions(
  workspace: RetainingWorkspace & { id: string },
  shown: ShownRevision,
  previous: ShownRevision | undefined,
  { accepted, settings: rules, settingsAt }: Baseline,
  pictures: ShownPictures,
): Promise<Comparisons> {
  await pictures.read(
    shown,
    [previous, accepted].filter(each => each !== undefined),
  )
  const change = await comparedWith(workspace, shown, previous, pictures, rules)
  if (shown.isBefore) return { change, baseline: null, settingsAt }
  if (accepted === undefined) return { change, baseline: isNew, settingsAt }
  if (accepted.id === previous?.id) return { change, baseline: change, settingsAt }
  const baseline = await comparedWith(workspace, shown, accepted, pictures, rules)
  const { artifactId, reviewId } = accepted
  const from = { artifactId, reviewId, picture: pictureLinkOf(accepted) }
  const against = baseline.against && { ...baseline.against, from }
  return { change, baseline: { ...baseline, against }, settingsAt }
}

function pictureLinkOf({ embedMime, embedGeneration, posterKey, posterGeneration }: AcceptedRevision) {
  if (embedMime?.startsWith('image/')) return { purpose: 'embed', generation: embedGeneration } as const
  return posterKey === null ? undefined : ({ purpose: 'poster', generation: posterGeneration } as const)
}

/**
 * Compares a revision again with the revision that it was compared with before, with other settings. Returns
 * the stored comparison if the media of the other revision has expired.
 */
export async function compareAgain(
  workspace: RetainingWorkspace & { id: string },
  shown: ShownRevision,
  other: ShownRevision,
  stored: StoredComparison,
  rules: ComparisonSettings,
  pictures: ShownPictures,
): Promise<StoredComparison> {
  await pictures.read(shown, [other])
  const compared = await comparedWith(workspace, shown, other, pictures, rules)
  return compared.status === 'expired' ? stored : { ...compared, against: stored.against }
}

async function comparedWith(
  workspace: RetainingWorkspace & { id: string },
  shown: ShownRevision,
  other: ShownRevision | undefined,
  pictures: ShownPictures,
  rules: ComparisonSettings,
): Promise<StoredComparison> {
  if (!other) return isNew
  const { id, width, height, durationMs } = other
  const against = { revisionId: id, width, height, durationMs }
  if (pictures.isSame(other, shown)) return { status: 'same', changedPercent: 0, boxes: [], against }
  const notCompared = { changedPercent: null, boxes: [], against }
  if (!isShown(workspace, other)) return { status: 'expired', ...notCompared }
  const difference = await differenceOf(workspace.id, other, shown, rules)
  if (difference === 'missing') return { status: 'expired', ...notCompared }
  if (difference === null) return { status: 'changed', ...notCompared }
  return { status: difference.changedPercent === 0 ? 'same' : 'changed', ...difference, against }
}

/**
 * Returns the changed regions; null if pixels cannot be compared, and `missing` if a file was deleted since
 * its row was read.
 */
async function differenceOf(
  workspaceId: string,
  before: ShownRevision,
  after: ShownRevision,
  rules: ComparisonSettings,
): Promise<PictureDifference | 'missing' | null> {
  const isPicture = [before, after].every(each => each.embedMime?.startsWith('image/'))
  if (!isPicture || before.embedKey === null || after.embedKey === null) return null
  try {
    return await pictureDifferenceOf(workspaceId, before.embedKey, after.embedKey, rules)
  } catch (error) {
    if (error instanceof BlobMissingError) return 'missing'
    if (error instanceof MediaError) return null
    throw error
  }
}

/** Returns whether the media of a completed revision is shown: it has not expired and was not deleted. */
const isShown = (workspace: RetainingWorkspace, { completedAt, mediaDeletedAt }: ShownRevision): boolean =>
  completedAt === null ||
  mediaLife(completedAt, mediaDeletedAt, workspace, settings().retention, Date.now()).state === 'active'
