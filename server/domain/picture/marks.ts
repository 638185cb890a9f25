import type { Shape } from '#shared/contract/geometry'

/** The fields of a thread that define its shapes. */
interface Marking {
  kind: string
  geometry: unknown
  shapes: readonly unknown[] | null
  timestampMs: number | null
}

/** Returns the shapes of a thread. A thread whose kind has no geometry has no shapes. */
export function shapesOf({ kind, geometry, shapes }: Marking): Shape[] {
  return geometry === null ? [] : [{ kind, geometry } as Shape, ...((shapes ?? []) as Shape[])]
}

/**
 * Returns the shapes of a thread that can be drawn on the picture of its revision. Leaves out the shapes of a
 * thread at a video time, since the poster shows another frame.
 */
export function shapesOnPicture(thread: Marking): Shape[] {
  return thread.timestampMs === null ? shapesOf(thread) : []
}

/** Returns the marks to draw for a thread. If the thread has a number, the first mark shows it. */
export const marksOf = (shapes: readonly Shape[], number: number | null = null) =>
  shapes.map((shape, index) => (index === 0 && number !== null ? { shape, number } : { shape }))
