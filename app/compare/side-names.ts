import type { Revision } from '#shared/contract/artifact'
import { details, sizeOf } from '~/evidence/distinctions'
import { stateBefore } from '~/evidence/earlier-picture'
import { comparison as text } from '~/text/stage'
import type { SheetContent, Side } from './pair'
import { isAccepted } from './use-accepted'

/**
 * Returns the name of a revision, which is the same wherever a comparison names it. The state before the
 * change and the current revision that directly follows it are "Before" and "After", and an accepted revision
 * of another review is "Accepted". All others have their number, with a note if the revision shows another
 * state before a change, or if it is the artifact's `latest` revision.
 */
export function revisionLabel({ artifact, revision }: Side, latest: Revision | undefined): string {
  const { id, index, isBefore } = revision
  if (isAccepted(revision)) return text.revision.accepted
  const before = stateBefore(artifact)
  if (isBefore) {
    const isOnly = artifact.revisions.every(each => !each.isBefore || each.id === id)
    return isOnly || id === before?.id ? text.revision.beforeSide : text.revision.before(index)
  }
  const previous = artifact.revisions.findLast(each => each.completedAt !== null && each.index < index)
  if (before && id === artifact.currentRevision?.id && previous?.id === before.id)
    return text.revision.afterSide
  return id === latest?.id ? text.revision.latest(index) : `r${index}`
}

/** The details that distinguish cells with the same name, in the order of preference. */
const cellDetails: typeof details = [({ title }) => title, ...details]

/**
 * Returns the name of each cell: its revision or title, or its viewport if all cells have the same title. If
 * cells have the same name, a detail that differs between them is appended, or else a number. `latest`: the
 * latest revision of the artifact on the stage.
 */
export function cellNames(content: SheetContent, sides: readonly Side[], latest?: Revision): string[] {
  const isOneTitle = new Set(sides.map(({ artifact }) => artifact.title)).size === 1
  let names = sides.map(side => {
    if (content === 'revisions') return revisionLabel(side, latest)
    return (content === 'viewports' && isOneTitle && sizeOf(side.artifact)) || side.artifact.title
  })
  for (const detail of cellDetails) {
    const before = names
    names = before.map((name, index) => {
      const same = sides.filter((_, other) => before[other] === name).map(each => each.artifact)
      const own = sides[index] && detail(sides[index].artifact)
      return own && own !== name && new Set(same.map(detail)).size > 1 ? `${name} · ${own}` : name
    })
  }
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : `${name} · ${names.slice(0, index + 1).filter(each => each === name).length}`,
  )
}

/**
 * Returns the title of one of two artifacts, with a detail that distinguishes it if both have the same title.
 */
const distinctTitle = (side: Side, other: Side): string =>
  cellNames('evidence', [side, other])[0] ?? side.artifact.title

/**
 * Returns the name of a side: of the revision, if both sides are the same artifact, else the artifact's
 * title.
 */
export const sideLabel = (side: Side, other: Side, latest: Revision | undefined): string =>
  side.artifact.id === other.artifact.id ? revisionLabel(side, latest) : distinctTitle(side, other)
