import type { PointGeometry } from '#shared/contract/geometry'

export interface Size { width: number, height: number }
/** A spot on the stage in CSS pixels. */
export interface ScreenPoint { x: number, y: number }

/**
 * How a picture lies on the stage: the only place that knows pixels. `scale` is CSS pixels for each picture pixel,
 * `x` and `y` are the picture's upper left corner in CSS pixels.
 */
export interface View { picture: Size, stage: Size, scale: number, x: number, y: number }

export const MIN_SCALE = 0.02
export const MAX_SCALE = 16
/** CSS pixels of a picture that stay on the stage, however far it is dragged. */
const KEPT = 64

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The whole picture in the middle of the stage, never above its own size. */
export function fit(picture: Size, stage: Size, padding = 24): View {
  const scale = clamp(Math.min((stage.width - 2 * padding) / picture.width, (stage.height - 2 * padding) / picture.height, 1), MIN_SCALE, 1)
  return centred({ picture, stage, scale, x: 0, y: 0 })
}

/** The picture as wide as the stage, from its top: for pages many screens tall. */
export function fitWidth(picture: Size, stage: Size, padding = 24): View {
  const scale = clamp((stage.width - 2 * padding) / picture.width, MIN_SCALE, 1)
  return { picture, stage, scale, x: (stage.width - picture.width * scale) / 2, y: padding }
}

function centred(view: View): View {
  const { picture, stage, scale } = view
  return { ...view, x: (stage.width - picture.width * scale) / 2, y: (stage.height - picture.height * scale) / 2 }
}

/** Keeps some of the picture on the stage. */
function kept(view: View): View {
  const width = view.picture.width * view.scale
  const height = view.picture.height * view.scale
  return {
    ...view,
    x: clamp(view.x, Math.min(KEPT, view.stage.width) - width, view.stage.width - Math.min(KEPT, view.stage.width)),
    y: clamp(view.y, Math.min(KEPT, view.stage.height) - height, view.stage.height - Math.min(KEPT, view.stage.height)),
  }
}

/** Zooms to a scale; what lies under the cursor stays there. */
export function zoomTo(view: View, scale: number, cursor: ScreenPoint): View {
  const next = clamp(scale, MIN_SCALE, MAX_SCALE)
  const ratio = next / view.scale
  return kept({ ...view, scale: next, x: cursor.x - (cursor.x - view.x) * ratio, y: cursor.y - (cursor.y - view.y) * ratio })
}

/** Zooms by a factor about the cursor, or about the middle of the stage. */
export function zoomBy(view: View, factor: number, cursor: ScreenPoint = middle(view)): View {
  return zoomTo(view, view.scale * factor, cursor)
}

const middle = (view: View): ScreenPoint => ({ x: view.stage.width / 2, y: view.stage.height / 2 })

/** Moves the picture by CSS pixels. */
export function pan(view: View, dx: number, dy: number): View {
  return kept({ ...view, x: view.x + dx, y: view.y + dy })
}

/** The same look at a stage of another size: what was in the middle stays there. */
export function resize(view: View, stage: Size): View {
  return kept({ ...view, stage, x: view.x + (stage.width - view.stage.width) / 2, y: view.y + (stage.height - view.stage.height) / 2 })
}

/** Two fingers: the points under them stay under them. */
export function pinch(view: View, before: [ScreenPoint, ScreenPoint], after: [ScreenPoint, ScreenPoint]): View {
  const distance = ([a, b]: [ScreenPoint, ScreenPoint]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))
  const centre = ([a, b]: [ScreenPoint, ScreenPoint]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const from = centre(before)
  const to = centre(after)
  return pan(zoomTo(view, view.scale * distance(after) / distance(before), from), to.x - from.x, to.y - from.y)
}

/** Brings a spot into the middle of the stage at the present scale. */
export function centreOn(view: View, spot: PointGeometry): View {
  const at = toScreen(view, spot)
  return pan(view, view.stage.width / 2 - at.x, view.stage.height / 2 - at.y)
}

/** Whether a spot is on the stage, not too near its edge. */
export function isVisible(view: View, spot: PointGeometry, margin = 24): boolean {
  const { x, y } = toScreen(view, spot)
  return x >= margin && y >= margin && x <= view.stage.width - margin && y <= view.stage.height - margin
}

/** From fractions of the picture to CSS pixels of the stage. */
export function toScreen(view: View, spot: PointGeometry): ScreenPoint {
  return { x: view.x + spot.x * view.picture.width * view.scale, y: view.y + spot.y * view.picture.height * view.scale }
}

/** From CSS pixels of the stage to fractions of the picture, held inside it. */
export function toNormalized(view: View, point: ScreenPoint): PointGeometry {
  return {
    x: rounded((point.x - view.x) / (view.picture.width * view.scale)),
    y: rounded((point.y - view.y) / (view.picture.height * view.scale)),
  }
}

/** Six decimals: a hundredth of a pixel on the largest picture, and short addresses. */
function rounded(value: number): number {
  return Math.round(clamp(value, 0, 1) * 1e6) / 1e6
}

/** CSS pixels on the stage as fractions of the picture, for distances. */
export function normalizedDistance(view: View, pixels: number): PointGeometry {
  return { x: pixels / (view.picture.width * view.scale), y: pixels / (view.picture.height * view.scale) }
}
