import type { ContextElement, RevisionContext } from '#shared/contract/context'
import type { RectangleGeometry } from '#shared/contract/geometry'
import type { ArtifactKind } from '#shared/contract/media-types'
import { invalid } from '#shared/errors'
import { assertWithinVideo } from '~~/server/domain/thread/insert-thread'
import { blobs } from '~~/server/storage/blobs'
import { newBlobKey } from '~~/server/storage/keys'

/**
 * Throws `invalid_request` for elements of a video and for events of an image. `prefix` precedes the names of
 * the fields in the error.
 */
export function assertFitsKind(
  kind: ArtifactKind,
  { elements, events }: Pick<RevisionContext, 'elements' | 'events'>,
  prefix = '',
): void {
  if (kind === 'video' && elements.length > 0)
    throw invalid(`${prefix}elements`, 'A video has no elements: its frames differ.', 'Leave "elements" out.')
  if (kind === 'image' && events.length > 0)
    throw invalid(`${prefix}events`, 'An image has no events.', 'Leave "events" out.')
}

/** Throws `invalid_request` for events after the end of a video. */
export function assertEventsWithin(
  video: Parameters<typeof assertWithinVideo>[0],
  { events }: Pick<RevisionContext, 'events'>,
  prefix = '',
): void {
  for (const [at, { ms }] of events.entries()) assertWithinVideo(video, `${prefix}events.${at}.ms`, ms)
}

/**
 * The maximum effort to search selectors for the selectors of painted elements: the number of painted names,
 * multiplied by the number of characters to search. It is enough for a page of 2,000 elements of which 100
 * are painted. A larger search could block all requests for seconds.
 */
const MAX_SEARCHED = 10_000_000

/**
 * Returns the context of a picture with painted areas. Removes the texts of the elements that these areas
 * touch, and the title, the URL and the ARIA text of the page, because they can contain text that was painted
 * over. Also removes selectors that contain the selector of a painted element. If the context is too large to
 * search for them, removes all selectors.
 */
export function withoutPainted<C extends RevisionContext>(
  context: C,
  areas: readonly RectangleGeometry[] | null,
): C {
  if (!areas || areas.length === 0) return context
  const isPainted = ({ box }: ContextElement) => areas.some(area => touches(box, area))
  const hidden = new Set(
    context.elements
      .filter(isPainted)
      .flatMap(({ selector, testId }) => [selector, testId])
      .filter(each => each !== null),
  )
  const length = context.elements.reduce(
    (sum, { selector, testId }) => sum + (selector?.length ?? 0) + (testId?.length ?? 0),
    0,
  )
  const isSearched = hidden.size * length <= MAX_SEARCHED
  // The selector of an element inside of a painted element contains the selector or test id of the painted
  // element.
  const shown = (name: string | null) =>
    name === null || !isSearched || hidden.values().some(each => name.includes(each)) ? null : name
  const elements = context.elements.map(element =>
    isPainted(element)
      ? { ...element, name: null, text: null, selector: null, testId: null }
      : { ...element, selector: shown(element.selector), testId: shown(element.testId) },
  )
  return {
    ...context,
    page: context.page && { ...context.page, url: null, title: null },
    elements,
    aria: null,
  }
}

const touches = ([x, y, width, height]: readonly number[], area: RectangleGeometry): boolean =>
  (x ?? 0) < area.x + area.width &&
  area.x < (x ?? 0) + (width ?? 0) &&
  (y ?? 0) < area.y + area.height &&
  area.y < (y ?? 0) + (height ?? 0)

/** Stores the context of a revision. Returns its key and its size. */
export async function storeContext(
  revisionId: string,
  context: RevisionContext,
): Promise<{ key: string; bytes: number }> {
  const data = Buffer.from(JSON.stringify(context))
  const key = newBlobKey(revisionId, 'context')
  await blobs().setItemRaw(key, data)
  return { key, bytes: data.length }
}
