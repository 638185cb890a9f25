import { describedBy } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import { text } from '~/text/annotation'
import { percent } from './percent'

/** Describes the kind and the position of a shape in one phrase, for screen readers. */
export function describeShape(shape: Shape, decimals?: number): string {
  return text.shapes[shape.kind].describe(...describedBy(shape).map(value => percent(value, decimals)))
}
