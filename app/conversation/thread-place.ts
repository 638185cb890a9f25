import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Geometry, Shape, ShapeKind } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { percent } from '~/annotation-texts/percent'
import { boundsOf, hasExtent, shapesOf } from '#shared/annotation/shapes'
import { formatMoment } from '~/annotation/time'
import { text as annotationText } from '~/text/annotation'
import { text as threadText } from '~/text/thread'

/** The artifacts of the review, and the artifact and the revision on the stage. */
interface Stage {
  artifacts: readonly Artifact[]
  artifact: Artifact | undefined
  revision: Revision | undefined
}

/** The fields of a thread that determine its place. */
type Placed = Pick<Thread, 'artifactId' | 'revision' | 'kind' | 'timestampMs' | 'endMs'> & {
  artifact: { title: string } | null
}

/**
 * Returns the title of a thread's artifact; empty if the artifact is on the stage, or if the heading above
 * the thread shows the title.
 */
export function threadTitle(thread: Placed, { artifact }: Stage, underTitle: boolean): string {
  const isElsewhere = thread.artifactId !== artifact?.id
  return (isElsewhere && !underTitle && thread.artifact?.title) || ''
}

/**
 * Describes the place of a thread: "Checkout · at 0:07.250 · on r2". Parts that the stage or the heading
 * above the thread shows are left out. The result may be empty.
 */
export function threadPlace(thread: Placed, stage: Stage, underTitle: boolean): string {
  const { artifacts, artifact, revision } = stage
  if (thread.artifactId === null) return underTitle ? '' : threadText.place.wholeReview
  const isElsewhere = thread.artifactId !== artifact?.id
  const commented = artifacts.find(each => each.id === thread.artifactId)
  const shownIndex = isElsewhere ? commented?.currentRevision?.index : revision?.index
  return [
    threadTitle(thread, stage, underTitle),
    thread.timestampMs !== null && threadText.place.at(formatMoment(thread.timestampMs, thread.endMs)),
    thread.kind === 'artifact' && threadText.place.whole[commented?.kind ?? 'image'],
    thread.revision !== shownIndex && threadText.place.onRevision(thread.revision),
  ]
    .filter(Boolean)
    .join(' · ')
}

const third = (at: number) => Math.min(2, Math.floor(at * 3))

/** The fields of a thread that determine its marks. */
type Marking = Pick<Thread, 'kind' | 'geometry' | 'timestampMs'> & {
  shapes: readonly { kind: ShapeKind; geometry: Geometry }[]
  endMs?: number | null
}

/**
 * Describes the marks of a thread for people who cannot see them: "Rectangle, upper left, 20% wide", "At
 * 0:07.250", or both for a mark at a video time. Further shapes follow: "Point, center; and 1 more: Arrow,
 * …". Empty for a thread on a whole image, video or review.
 */
export function describeMark(thread: Marking): string {
  const time =
    thread.timestampMs !== null && threadText.mark.at(formatMoment(thread.timestampMs, thread.endMs))
  const [first, ...more] = shapesOf(thread).map(describeShape)
  const further = more.length > 0 && threadText.mark.more(more.length, more.join('; '))
  return [time, [first, further].filter(Boolean).join('; ')].filter(Boolean).join(': ')
}

function describeShape(shape: Shape): string {
  const { x, y, width, height } = boundsOf(shape)
  const place = threadText.mark.places[third(y + height / 2)]?.[third(x + width / 2)]
  return [
    annotationText.shapes[shape.kind].label,
    place,
    hasExtent(shape) && threadText.mark.wide(percent(width)),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns whether a comment is addressed although there is no later revision than the commented one. */
export function isWithoutNewMedia(
  { status, artifactId, revision }: Pick<Thread, 'status' | 'artifactId' | 'revision'>,
  artifacts: readonly Artifact[],
): boolean {
  const latest = artifacts.find(each => each.id === artifactId)?.currentRevision
  return status === 'addressed' && latest != null && revision !== null && latest.index <= revision
}
