import {
  kindsWithMember,
  shapeKinds,
  type Geometry,
  type Shape,
  type ShapeKind,
  type ShapesInput,
  type ThreadKind,
} from '#shared/contract/geometry'
import { geometries } from '#shared/annotation/shapes/geometries'
import { invalid, ruleOf } from '#shared/errors'

export interface AnnotatedArtifact {
  id: string
  kind: 'image' | 'video'
}

interface Position {
  /** The geometry of the first shape; null for kinds without a shape. */
  geometry: Geometry | null
  /** The additional shapes; empty for kinds without a shape. */
  shapes: Shape[]
  /** The time in a video, in milliseconds from the start. Null on an image, and for the kind `artifact`. */
  timestampMs: number | null
  /**
   * The end of a time range in milliseconds; the range begins at `timestampMs`. Null for a single video time.
   */
  endMs: number | null
  /** The time within the range, in milliseconds, at which the shapes were drawn; null means `timestampMs`. */
  frameMs: number | null
}

interface GivenPosition {
  kind: ThreadKind
  geometry?: unknown
  shapes?: ShapesInput | null
  timestampMs?: number | null
  endMs?: number | null
  frameMs?: number | null
}

/**
 * Returns the position of a thread. On a picture this is a shape; on a video it is a video time or a time
 * range, with or without a shape. Throws `invalid_request` for fields that the kind does not have, and for a
 * kind that the artifact does not allow.
 */
export function positionOf(target: AnnotatedArtifact | null, input: GivenPosition): Position {
  const { kind } = input
  if (kind === 'timestamp' && target?.kind !== 'video')
    throw invalid(
      'kind',
      'A timestamp needs a video; this artifact is an image.',
      `Use ${shapeKinds.join(', ')} or artifact.`,
    )
  const time = { ...timeOf(target, input), frameMs: input.frameMs ?? null }
  assertFrameInRange(kind, time)
  if (isDrawn(kind))
    return { geometry: parseGeometry(kind, input.geometry), shapes: parseShapes(input.shapes), ...time }
  if (input.geometry != null)
    throw invalid('geometry', `kind "${kind}" has no geometry.`, 'Leave geometry out.')
  assertNoShapes(kind, input.shapes)
  return { geometry: null, shapes: [], ...time }
}

/**
 * Returns the video time or time range of a thread. Throws `invalid_request` if it is missing or not allowed.
 */
function timeOf(
  target: AnnotatedArtifact | null,
  { kind, ...given }: GivenPosition,
): Pick<Position, 'timestampMs' | 'endMs'> {
  const [timestampMs, endMs] = [given.timestampMs ?? null, given.endMs ?? null]
  const isMarked = isDrawn(kind) && target?.kind === 'video'
  if (kind !== 'timestamp' && !isMarked) {
    const field = timestampMs !== null ? 'timestampMs' : endMs !== null ? 'endMs' : null
    if (field === null) return { timestampMs, endMs }
    throw isDrawn(kind)
      ? invalid(field, `${field} does not go with an image.`, 'Leave it out.')
      : invalid(field, `${field} does not go with kind "${kind}".`, 'Use kind "timestamp", or leave it out.')
  }
  if (timestampMs === null)
    throw invalid(
      'timestampMs',
      isMarked
        ? `timestampMs is required for kind "${kind}" on a video: a mark is on one moment.`
        : 'timestampMs is required for kind "timestamp".',
      'Give the moment in milliseconds from the start.',
    )
  if (endMs !== null && endMs <= timestampMs)
    throw invalid(
      'endMs',
      `endMs (${endMs}) must be later than timestampMs (${timestampMs}).`,
      'Give the end of the range in milliseconds from the start, or leave it out for a moment.',
    )
  return { timestampMs, endMs }
}

/**
 * Throws `invalid_request` if `frameMs` is outside the time range, or if the thread has no range or no shape.
 */
function assertFrameInRange(
  kind: ThreadKind,
  { timestampMs, endMs, frameMs }: Pick<Position, 'timestampMs' | 'endMs' | 'frameMs'>,
): void {
  if (frameMs === null) return
  if (!isDrawn(kind) || timestampMs === null || endMs === null)
    throw invalid(
      'frameMs',
      'frameMs goes only with a mark on a range of a video.',
      'Leave it out, or send the geometry of the mark, timestampMs and endMs with it.',
    )
  if (frameMs < timestampMs || frameMs > endMs)
    throw invalid(
      'frameMs',
      `frameMs (${frameMs}) must be from timestampMs (${timestampMs}) to endMs (${endMs}).`,
      'Give the moment of the range that the shapes were drawn on, or leave it out for timestampMs.',
    )
}

/**
 * Parses the geometry of a kind with a shape. Throws `invalid_request` with the field and its expected form.
 * Also throws for a field that belongs to another kind, because ignoring it would create a mark that the
 * caller did not intend. Fields that belong to no kind are ignored.
 */
export function parseGeometry(kind: ShapeKind, given: unknown, name = 'geometry'): Geometry {
  assertNoMembersOfOthers(kind, given, name)
  const parsed = geometries[kind].schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = [name, ...(issue?.path ?? [])].join('.')
  throw invalid(
    field,
    `"${field}" ${ruleOf(issue?.message ?? '')}.`,
    `The geometry of kind "${kind}" is ${geometries[kind].form}. ` +
      "Each number is from 0 to 1: pixels divided by the image's width or height.",
  )
}

function assertNoMembersOfOthers(kind: ShapeKind, given: unknown, name: string): void {
  if (typeof given !== 'object' || given === null) return
  const present = Object.entries(given).filter(([, value]) => value != null)
  const members = present.map(([member]) => member)
  for (const [member, value] of present) {
    if (Object.hasOwn(geometries[kind].schema.shape, member) || (member === 'kind' && value === kind))
      continue
    const [other] = kindsWithMember(member, members)
    if (member !== 'kind' && !other) continue
    throw invalid(
      `${name}.${member}`,
      `"${name}.${member}" does not go with kind "${kind}", whose geometry is ${geometries[kind].form}.`,
      `Send kind next to geometry: ${shapeKinds.join(', ')}. ` +
        (other
          ? `The geometry of kind "${other}" is ${geometries[other].form}.`
          : 'The geometry itself has no kind.'),
    )
  }
}

/** Parses the additional shapes of a thread. Throws as {@link parseGeometry} does. */
export function parseShapes(given: ShapesInput | null | undefined): Shape[] {
  return (given ?? []).map(
    ({ kind, geometry }, index) =>
      ({ kind, geometry: parseGeometry(kind, geometry, `shapes.${index}.geometry`) }) as Shape,
  )
}

/** Throws `invalid_request` if a thread whose kind has no shape has additional shapes. */
export function assertNoShapes(kind: ThreadKind, given: ShapesInput | null | undefined): void {
  if (given && given.length > 0)
    throw invalid(
      'shapes',
      `kind "${kind}" has no shapes.`,
      `Leave shapes out, or use ${shapeKinds.join(', ')}.`,
    )
}

/** Returns whether threads of a kind have a geometry. */
export const isDrawn = (kind: ThreadKind): kind is ShapeKind => kind in geometries
