import { Konva } from 'konva/lib/Core'
import 'konva/lib/shapes/Arrow'
import 'konva/lib/shapes/Circle'
import 'konva/lib/shapes/Rect'

/**
 * Konva's core with three of its shapes, which register themselves. vue-konva is bundled with this instead of
 * the whole library (see `nuxt.config.ts`), which is half as large again. Other shapes use `Shape` of the
 * core, which calls a function with the canvas context.
 */
export default Konva
