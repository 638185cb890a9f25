import type { Revision } from '#shared/contract/artifact'
import { details, sizeOf } from '~/evidence/distinctions'
import { comparison as text } from '~/text/stage'
import type { SheetContent, Side } from './pair'

/**
 * Returns the name of a revision, and whether it shows the screen before the change or is the artifact's
 * `latest`.
 */
export function revisionLabel({ id, index, isBefore }: Revision, latest: Revision | undefined): string {
  if (isBefore) return text.revision.before(index)
  return id === latest?.id ? text.revision.latest(index) : `r${index}`
}

/** The details that distinguish cells of the same name, in the order of preference. */
const cellDetails: typeof details = [({ title }) => title, ...details]

/**
 * Returns the name of each cell: its revision, viewport or title. Cells of the same name also get the detail
 * in which they differ, or else a number. `latest`: the latest revision of the artifact on the stage.
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

/** Returns the title of one of two artifacts, with the detail that distinguishes it from the other one. */
const distinctTitle = (side: Side, other: Side): string =>
  cellNames('evidence', [side, other])[0] ?? side.artifact.title

/** Returns the label of a side: the artifact's title next to another artifact, else the revision. */
export function sideLabel(side: Side, other: Side, latest: Revision | undefined): string {
  return side.artifact.id === other.artifact.id
    ? revisionLabel(side.revision, latest)
    : distinctTitle(side, other)
}

/** Returns the name of a side in a sentence: the artifact's title next to another artifact, else "r2". */
export const sideName = (side: Side, other: Side): string =>
  side.artifact.id === other.artifact.id ? `r${side.revision.index}` : distinctTitle(side, other)
