import type { Artifact, Revision } from '#shared/contract/artifact'
import { earlierRevisionId, isShowable, stateBefore } from '~/evidence/earlier-picture'

/** The modes of comparing two images or videos. The URL contains these names. */
export const compareModes = ['side-by-side', 'swipe', 'onion-skin', 'difference'] as const
export type CompareMode = (typeof compareModes)[number]
/** Returns the modes for artifacts of a kind. Only images have the mode `difference`. */
export const modesOf = (kind: Artifact['kind']): readonly CompareMode[] =>
  kind === 'video' ? compareModes.filter(each => each !== 'difference') : compareModes
/** The kinds of contact sheets, in the order of preference. The URL contains these names. */
export const sheetContents = ['variations', 'viewports', 'revisions', 'evidence'] as const
export type SheetContent = (typeof sheetContents)[number]
/** The values of the query parameter `compare`. */
export const compareViews = [...compareModes, ...sheetContents] as const
export type CompareView = (typeof compareViews)[number]
/** Whether a view is a contact sheet. */
export const isSheet = (view: CompareView | null): view is SheetContent =>
  sheetContents.some(each => each === view)

/** An image or video to compare: one revision of one artifact. */
export interface Side {
  artifact: Artifact
  revision: Revision
}

/**
 * Returns the artifacts of the same variation group, including `artifact`; an empty list if it has no group.
 */
export function variationsOf(artifact: Artifact, all: readonly Artifact[]): Artifact[] {
  return artifact.variationGroup === null
    ? []
    : all.filter(each => each.variationGroup === artifact.variationGroup)
}

/**
 * Returns the images or videos that can be compared with the shown one: first its other revisions, newest
 * first, then the accepted revision of another review, then the current revisions of its variations of the
 * same kind.
 */
export function partnersOf(shown: Side, all: readonly Artifact[], accepted?: Revision): Side[] {
  if (!isShowable(shown.revision)) return []
  const revisions = [...shown.artifact.revisions, ...(accepted ? [accepted] : [])]
    .filter(each => each.id !== shown.revision.id)
    .toSorted((a, b) => b.index - a.index)
    .map(revision => ({ artifact: shown.artifact, revision }))
  const variations = variationsOf(shown.artifact, all)
    .filter(each => each.id !== shown.artifact.id && each.kind === shown.artifact.kind)
    .flatMap(artifact => (artifact.currentRevision ? [{ artifact, revision: artifact.currentRevision }] : []))
  return [...revisions, ...variations].filter(each => isShowable(each.revision))
}

/**
 * Returns the partner for a comparison: the revision `wantedId`, which comes from the URL; else the last
 * state before the change; for the current revision, else the accepted revision that it changes; else the
 * latest other revision of the same artifact; else a variation, preferably with the same image width.
 */
export function choosePartner(
  shown: Side,
  partners: readonly Side[],
  wantedId: string | null,
): Side | undefined {
  const sameArtifact = partners.filter(each => each.artifact.id === shown.artifact.id)
  const isCurrent = shown.revision.id === shown.artifact.currentRevision?.id
  const before = isCurrent
    ? earlierRevisionId(shown.artifact)
    : stateBefore(shown.artifact, shown.revision)?.id
  return (
    partners.find(each => each.revision.id === wantedId) ??
    sameArtifact.find(each => each.revision.id === before) ??
    sameArtifact[0] ??
    partners.find(each => each.revision.width === shown.revision.width) ??
    partners[0]
  )
}

/**
 * Orders a pair. Of two revisions of one artifact, the older one is left. Of two variations, the shown one is
 * left.
 */
export function orderPair(shown: Side, partner: Side): [left: Side, right: Side] {
  const older = shown.artifact.id === partner.artifact.id && partner.revision.index < shown.revision.index
  return older ? [partner, shown] : [shown, partner]
}
