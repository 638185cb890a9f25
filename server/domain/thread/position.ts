import {
  geometryForms,
  geometryOf,
  shapeKinds,
  type Geometry,
  type ShapeKind,
  type ThreadKind,
} from '#shared/contract/geometry'
import { invalid, ruleOf } from '#shared/errors'

export interface AnnotatedArtifact {
  id: string
  kind: 'image' | 'video'
}

interface Position {
  /** For the drawn kinds. */
  geometry: Geometry | null
  /** For kind `timestamp`, in milliseconds from the start. */
  timestampMs: number | null
}

/**
 * Returns the position of a thread. Throws `invalid_request` where the kind does not take what was sent, or
 * the artifact does not take the kind.
 */
export function positionOf(
  target: AnnotatedArtifact | null,
  input: { kind: ThreadKind; geometry?: unknown; timestampMs?: number | null },
): Position {
  const { kind } = input
  const timestampMs = input.timestampMs ?? null
  if (kind !== 'timestamp' && timestampMs !== null)
    throw invalid(
      'timestampMs',
      `timestampMs does not go with kind "${kind}".`,
      'Use kind "timestamp", or leave it out.',
    )
  if (kind === 'timestamp') {
    if (target?.kind !== 'video')
      throw invalid(
        'kind',
        'A timestamp needs a video; this artifact is an image.',
        `Use ${shapeKinds.join(', ')} or artifact.`,
      )
    if (timestampMs === null)
      throw invalid(
        'timestampMs',
        'timestampMs is required for kind "timestamp".',
        'Give the moment in milliseconds from the start.',
      )
  }
  if (!isDrawn(kind)) {
    if (input.geometry != null)
      throw invalid('geometry', `kind "${kind}" has no geometry.`, 'Leave geometry out.')
    return { geometry: null, timestampMs }
  }
  if (target?.kind !== 'image')
    throw invalid(
      'kind',
      `Kind "${kind}" is drawn on images; this artifact is a video.`,
      'Use kind "timestamp" with timestampMs, or "artifact".',
    )
  return { geometry: parseGeometry(kind, input.geometry), timestampMs: null }
}

/**
 * Parses the geometry of a drawn kind. Throws `invalid_request` with the field and the form it should have.
 */
export function parseGeometry(kind: ShapeKind, given: unknown): Geometry {
  const parsed = geometryOf[kind].safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = ['geometry', ...(issue?.path ?? [])].join('.')
  throw invalid(
    field,
    `"${field}" ${ruleOf(issue?.message ?? '')}.`,
    `The geometry of kind "${kind}" is ${geometryForms[kind]}. ` +
      "Each number is from 0 to 1: pixels divided by the image's width or height.",
  )
}

/** Returns whether threads of a kind have a geometry. */
export const isDrawn = (kind: ThreadKind): kind is ShapeKind => kind in geometryOf
