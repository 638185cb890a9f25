import type { Comment, CompactThread, Thread } from '../contract/thread'
import type { ContextElement } from '../contract/context'

/** Returns threads in the compact form. Also accepts threads with all fields. */
export const compactThreads = (threads: readonly (Thread | CompactThread)[]): CompactThread[] =>
  threads.map(each => ('comments' in each ? compactThread(each) : each))

/**
 * Returns a thread with the fields that an agent needs to answer it: no data twice, and no field that is null
 * or empty. It has only the comments of people after the last comment by an agent, because the agent knows
 * the earlier comments.
 */
export function compactThread(thread: Thread): CompactThread {
  const { comments, artifact, elements, events, shapes } = thread
  const [first, ...replies] = comments
  const since = replies.slice(replies.findLastIndex(each => each.author.type === 'agent') + 1)
  return withoutEmpty({
    threadId: thread.threadId,
    number: thread.number,
    status: thread.status,
    label: thread.label,
    comment: thread.comment,
    ...(first ? compactComment(first) : { author: { type: 'human', name: '' } as const }),
    replies: since.map(each => ({ body: each.body, ...compactComment(each) })),
    earlierReplies: replies.length - since.length || null,
    claim: thread.claim,
    artifactId: thread.artifactId,
    title: artifact?.title,
    revision: thread.revision,
    kind: thread.kind,
    pixels: thread.pixels,
    geometry: thread.pixels ? null : thread.geometry,
    shapes: shapes.map(({ kind, geometry, pixels }) => (pixels ? { kind, pixels } : { kind, geometry })),
    timestampMs: thread.timestampMs,
    endMs: thread.endMs,
    frameMs: thread.frameMs,
    frameBy: thread.frameBy?.name,
    markChanged: thread.markChanged,
    elements: elements.map(compactElement),
    events: events.map(({ detail: _, ...event }) => event),
    pictureUrl: thread.pictureUrl,
  })
}

function compactComment({ author: { type, name }, images, reactions }: Comment) {
  return withoutEmpty({
    author: { type, name },
    images: images.map(({ url }) => url),
    reactions: reactions?.map(({ emoji, count }) => ({ emoji, count })),
  })
}

/** Returns an element without its box, and without its text if the text is its name. */
const compactElement = ({ box: _, text, ...element }: ContextElement) =>
  withoutEmpty({ ...element, text: text === element.name ? null : text })

type Present<T> = { [K in keyof T]: Exclude<T[K], null> }

/** Returns an object without the members that are null, undefined or an empty list. */
function withoutEmpty<T extends object>(value: T): Present<T> {
  const present = Object.entries(value).filter(
    ([, each]) => each !== null && each !== undefined && !(Array.isArray(each) && each.length === 0),
  )
  return Object.fromEntries(present) as Present<T>
}
