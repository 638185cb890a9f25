import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Box, Size } from '~/annotation/projection'

/** Ways of looking at two pictures, by their names in the address. */
export const compareModes = ['side-by-side', 'swipe', 'onion-skin', 'difference'] as const
export type CompareMode = (typeof compareModes)[number]
/** What a `compare=` of an address may say; `variations` puts a whole group beside each other. */
export type CompareView = CompareMode | 'variations'

/** A picture to compare: one revision of one artifact. */
export interface Side {
  artifact: Artifact
  revision: Revision
}

/** Whether a revision has a picture that can be shown. */
const isShowable = ({ artifact, revision }: Side) =>
  artifact.kind === 'image' &&
  revision.completedAt !== null &&
  revision.mediaState === 'active' &&
  revision.embedUrl !== null

/** The members of an artifact's variation group, itself among them; nobody without a group. */
export function variationsOf(artifact: Artifact, all: readonly Artifact[]): Artifact[] {
  return artifact.variationGroup === null
    ? []
    : all.filter(each => each.variationGroup === artifact.variationGroup)
}

/**
 * What a picture can be compared with: its other revisions, newest first, then the present ones of its
 * variations.
 */
export function partnersOf(shown: Side, all: readonly Artifact[]): Side[] {
  if (!isShowable(shown)) return []
  const revisions = shown.artifact.revisions
    .filter(each => each.id !== shown.revision.id)
    .toSorted((a, b) => b.index - a.index)
    .map(revision => ({ artifact: shown.artifact, revision }))
  const variations = variationsOf(shown.artifact, all)
    .filter(each => each.id !== shown.artifact.id)
    .flatMap(artifact => (artifact.currentRevision ? [{ artifact, revision: artifact.currentRevision }] : []))
  return [...revisions, ...variations].filter(isShowable)
}

/** The partner an address names, else the revision before, else the next one, else a variation. */
export function choosePartner(
  shown: Side,
  partners: readonly Side[],
  wantedId: string | null,
): Side | undefined {
  const own = partners.filter(each => each.artifact.id === shown.artifact.id)
  return (
    partners.find(each => each.revision.id === wantedId) ??
    own.find(each => each.revision.index < shown.revision.index) ??
    own.at(-1) ??
    partners[0]
  )
}

/** Left and right: the older revision first; of variations, the one that was chosen first. */
export function orderPair(shown: Side, partner: Side): [left: Side, right: Side] {
  const older = shown.artifact.id === partner.artifact.id && partner.revision.index < shown.revision.index
  return older ? [partner, shown] : [shown, partner]
}

/** A size that holds both pictures, corner on corner: the smaller one is padded, never stretched. */
export function paddedSize(...sizes: Size[]): Size {
  return {
    width: Math.max(...sizes.map(each => each.width)),
    height: Math.max(...sizes.map(each => each.height)),
  }
}

/** A box of fractions of a picture, as fractions of the padded size it lies in. */
export function boxInPadded(box: Box, picture: Size, padded: Size): Box {
  const [x, y] = [picture.width / padded.width, picture.height / padded.height]
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y }
}

/** How a side is called beside the other. */
export function sideLabel({ artifact, revision }: Side, other: Side): string {
  if (artifact.id !== other.artifact.id) return artifact.title
  return `r${revision.index}${revision.id === artifact.currentRevision?.id ? ' · latest' : ''}`
}

/** A side as a stage shows it. */
export interface ShownSide {
  src: string | null
  whole: boolean
  size: Size
  label: string
  address: string | null
}
