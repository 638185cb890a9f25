import type { Revision } from '#shared/contract/artifact'
import { details, sizeOf } from '~/evidence/distinctions'
import { comparison as text } from '~/text/stage'
import type { SheetContent, Side } from './pair'
import { isAccepted } from './use-accepted'

/**
 * Returns the name of a revision. The name includes a note if the revision shows the screen before the
 * change, or if it is the artifact's `latest` revision. An accepted revision of another review is "Accepted".
 */
export function revisionLabel(revision: Revision, latest: Revision | undefined): string {
  const { id, index, isBefore } = revision
  if (isAccepted(revision)) return text.revision.accepted
  if (isBefore) return text.revision.before(index)
  return id === latest?.id ? text.revision.latest(index) : `r${index}`
}

/** The details that distinguish cells with the same name, in the order of preference. */
const cellDetails: typeof details = [({ title }) => title, ...details]

/**
 * Returns the name of each cell: its revision, viewport or title. If cells have the same name, a detail that
 * differs between them is appended, or else a number. `latest`: the latest revision of the artifact on the
 * stage.
 */
export function cellNames(content: SheetContent, sides: readonly Side[], latest?: Revision): string[] {
  let names = sides.map(side => {
    if (content === 'revisions') return revisionLabel(side.revision, latest)
    return (content === 'viewports' && sizeOf(side.artifact)) || side.artifact.title
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
 * Returns the label of a side. If both sides are the same artifact, it is the revision, or "Before" and
 * "After" if the older side shows the state before the change. Else it is the artifact's title.
 */
export function sideLabel(side: Side, other: Side, latest: Revision | undefined): string {
  if (side.artifact.id !== other.artifact.id) return distinctTitle(side, other)
  if (isChangeOf(other.revision, side.revision)) return text.revision.beforeSide
  if (isChangeOf(side.revision, other.revision)) return text.revision.afterSide
  return revisionLabel(side.revision, latest)
}

/** Returns whether a revision follows one that shows the state before the change. */
const isChangeOf = (revision: Revision, before: Revision) =>
  before.isBefore && !revision.isBefore && before.index < revision.index

/**
 * Returns the name of a side for use in a sentence: "r2" if both sides are the same artifact, else the
 * artifact's title.
 */
export const sideName = (side: Side, other: Side): string =>
  side.artifact.id === other.artifact.id ? nameOf(side.revision) : distinctTitle(side, other)

const nameOf = (revision: Revision) => (isAccepted(revision) ? text.revision.accepted : `r${revision.index}`)
