import { Konva } from 'konva/lib/Core'
import 'konva/lib/shapes/Arrow'
import 'konva/lib/shapes/Circle'
import 'konva/lib/shapes/Rect'

/**
 * Konva's core with three of its shapes; each registers itself. vue-konva is bundled with this instead of the
 * whole library (see `nuxt.config.ts`), which is half as large again. What has no shape here is drawn by
 * `Shape` of the core, which calls a function with the canvas context.
 */
export default Konva
