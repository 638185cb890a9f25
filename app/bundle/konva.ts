import { Animation } from 'konva/lib/Animation'
import { Group } from 'konva/lib/Group'
import { Konva } from 'konva/lib/Global'
import { Layer } from 'konva/lib/Layer'
import { Shape } from 'konva/lib/Shape'
import { Stage } from 'konva/lib/Stage'
import { Rect } from 'konva/lib/shapes/Rect'

/**
 * The parts of Konva that the stage draws with. vue-konva is bundled with these instead of the whole library
 * (see `nuxt.config.ts`), which is twice as large. Other shapes use `Shape`, which calls a function with the
 * canvas context. `pixelRatio`: each canvas is made for the screen that it is on, not for the first one.
 */
export default Object.assign(Konva, { Animation, Group, Layer, Shape, Stage, Rect, pixelRatio: 0 })
