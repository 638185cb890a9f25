import type { Artifact, Revision } from '#shared/contract/artifact'
import { fit, fitWidth, type Size, type View } from '~/annotation/projection'
import { details, sizeOf } from '~/evidence/distinctions'
import { revisionLabel, variationsOf, type SheetContent, type Side } from './pair'

/** Whether two artifacts show one screen: the same route in the same scenario, else the same title. */
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

/** Returns what a contact sheet shows; nothing when there would be a single piece. */
export function sheetSides(content: SheetContent, shown: Side, all: readonly Artifact[]): Side[] {
  const sides = contents[content](shown, all)
  return sides.length > 1 ? sides : []
}

/** What distinguishes cells that have the same name, in the order of preference. */
const cellDetails: typeof details = [({ title }) => title, ...details]

/**
 * Returns the name of each cell: its revision, viewport or title. Where some have the same one, what differs
 * follows it, or else their number. `latest`: the latest revision of the artifact on the stage.
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
 * Where all cells of a contact sheet are: `zoom` 1 shows each image as it fits its cell, `x` and `y` are
 * fractions of what a cell cannot show of its image. So images of different sizes scroll together.
 */
export interface SheetPosition {
  zoom: number
  x: number
  y: number
}

/** The position at which every image is shown as it fits, from its top. */
export const startOfSheet: SheetPosition = { zoom: 1, x: 0.5, y: 0 }

/** CSS pixels around an image in its cell. */
const CELL_PADDING = 8
/** An image this many times higher than its cell is shown at the width of the cell, from its top. */
const TALL = 2
const MAX_ZOOM = 16

/** Projects an image into its cell. */
export function placeOnSheet({ zoom, x, y }: SheetPosition, image: Size, cell: Size): View {
  const view = fitCell(image, cell)
  const scale = view.scale * zoom
  return {
    ...view,
    scale,
    x: offset(x, image.width * scale, cell.width),
    y: offset(y, image.height * scale, cell.height),
  }
}

/** Returns the position of a cell's view. Axes without anything hidden keep their place of `before`. */
export function positionOf(view: View, before: SheetPosition): SheetPosition {
  const zoom = view.scale / fitCell(view.image, view.stage).scale
  return {
    zoom: Math.min(MAX_ZOOM, Math.max(1, zoom)),
    x: share(view.x, view.image.width * view.scale, view.stage.width) ?? before.x,
    y: share(view.y, view.image.height * view.scale, view.stage.height) ?? before.y,
  }
}

/** Whether a cell hides part of its image below or above. */
export const scrolls = ({ image, scale, stage }: View): boolean =>
  hidden(image.height * scale, stage.height) > 0

function fitCell(image: Size, cell: Size): View {
  const isTall = image.height / image.width > (TALL * cell.height) / cell.width
  return { ...(isTall ? fitWidth : fit)(image, cell, CELL_PADDING), padding: CELL_PADDING }
}

/** CSS pixels of an axis that do not fit a cell. */
const hidden = (length: number, available: number) => length + 2 * CELL_PADDING - available

function offset(at: number, length: number, available: number): number {
  const rest = hidden(length, available)
  return rest > 0 ? CELL_PADDING - at * rest : (available - length) / 2
}

function share(from: number, length: number, available: number): number | null {
  const rest = hidden(length, available)
  return rest > 0 ? Math.min(1, Math.max(0, (CELL_PADDING - from) / rest)) : null
}
