import type { Component } from 'vue'
import type { ShapeKind } from '#shared/contract/geometry'
import { arrow } from './arrow'
import { ellipse } from './ellipse'
import { freehand } from './freehand'
import { point } from './point'
import { rectangle } from './rectangle'
import type { ShapeDefinition } from './shape-util'

/**
 * Every kind of shape, in the order of the toolbar. Toolbar, shortcuts, command palette and canvas are
 * generated from this list. A new kind needs a folder next to this file, its geometry in
 * `shared/contract/geometry.ts`, and an entry here.
 */
export const shapes = { point, rectangle, ellipse, arrow, freehand } satisfies {
  [K in ShapeKind]: ShapeDefinition<K>
}

export const shapeKinds = Object.keys(shapes) as ShapeKind[]

/** Loads the component that draws each kind. */
export async function loadShapeComponents(): Promise<Record<ShapeKind, Component>> {
  const loaded = await Promise.all(
    shapeKinds.map(async kind => [kind, (await shapes[kind].Component()).default] as const),
  )
  return Object.fromEntries(loaded) as Record<ShapeKind, Component>
}
