import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { shapesOf } from '#shared/annotation/shapes'

/** One of the shapes of a thread. */
export interface ThreadMark {
  /** The thread's id for the first shape. For further shapes, their index is appended to it. */
  id: string
  thread: Thread
  /** The index of the shape: 0 for the first one. */
  index: number
  shape: Shape
}

const SEPARATOR = '.'

/** Returns a mark for each shape of a thread. */
export const marksOf = (thread: Thread, shapes: readonly Shape[] = shapesOf(thread)): ThreadMark[] =>
  shapes.map((shape, index) => ({ id: markId(thread.threadId, index), thread, index, shape }))

const markId = (threadId: string, index: number) =>
  index === 0 ? threadId : `${threadId}${SEPARATOR}${index}`

/** Splits the id of a mark into the id of its thread and the index of its shape. */
export function parseMarkId(id: string): { threadId: string; index: number } {
  const [threadId = '', index = '0'] = id.split(SEPARATOR)
  return { threadId, index: Number(index) }
}
