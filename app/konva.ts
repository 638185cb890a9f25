import { Konva } from 'konva/lib/Core'
import 'konva/lib/shapes/Arrow'
import 'konva/lib/shapes/Circle'
import 'konva/lib/shapes/Rect'

/**
 * Konva with the shapes the stage draws; each registers itself. vue-konva is bundled with this instead of the
 * whole library (see `nuxt.config.ts`), which weighs half as much again: a shape that is to be drawn is added
 * here first.
 */
export default Konva
