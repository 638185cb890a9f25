import type { Artifact } from '#shared/contract/artifact'
import { variationsOf, type SheetContent, type Side } from './pair'

/**
 * Returns whether two artifacts show the same screen. If at least one has a route, their routes and scenarios
 * must be equal; otherwise their titles must be equal.
 */
function isSameScreen(one: Artifact, other: Artifact): boolean {
  return one.route === null && other.route === null
    ? one.title === other.title
    : one.route === other.route && one.scenario === other.scenario
}

const currentSides = (artifacts: readonly Artifact[]): Side[] =>
  artifacts.flatMap(artifact =>
    artifact.currentRevision ? [{ artifact, revision: artifact.currentRevision }] : [],
  )

const contents: Record<SheetContent, (shown: Side, all: readonly Artifact[]) => Side[]> = {
  variations: ({ artifact }, all) => currentSides(variationsOf(artifact, all)),
  viewports: ({ artifact }, all) =>
    currentSides(all.filter(each => each.viewport !== null && isSameScreen(each, artifact))).toSorted(
      (a, b) => (a.artifact.viewport?.width ?? 0) - (b.artifact.viewport?.width ?? 0),
    ),
  revisions: ({ artifact }) =>
    artifact.revisions.filter(each => each.completedAt !== null).map(revision => ({ artifact, revision })),
  evidence: (_, all) => currentSides(all),
}

/** Returns the sides that a contact sheet shows. Returns an empty list if there is only one side. */
export function sheetSides(content: SheetContent, shown: Side, all: readonly Artifact[]): Side[] {
  const sides = contents[content](shown, all)
  return sides.length > 1 ? sides : []
}
