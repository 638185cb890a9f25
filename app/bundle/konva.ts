import { Animation } from 'konva/lib/Animation'
import { Group } from 'konva/lib/Group'
import { Konva } from 'konva/lib/Global'
import { Layer } from 'konva/lib/Layer'
import { Shape } from 'konva/lib/Shape'
import { Stage } from 'konva/lib/Stage'
import { Rect } from 'konva/lib/shapes/Rect'

/**
 * The parts of Konva that the stage uses. vue-konva is bundled with these parts instead of the whole library,
 * which is twice as large (see `nuxt.config.ts`). Other shapes are drawn with `Shape`, which calls a function
 * with the canvas context. `pixelRatio: 0`: each canvas gets the pixel ratio of its own screen, not of the
 * first screen.
 *
 * Remove this file when vue-konva imports only the parts of Konva that are used.
 */
export default Object.assign(Konva, { Animation, Group, Layer, Shape, Stage, Rect, pixelRatio: 0 })
