import { isOnImage, toNormalized, type ScreenPoint, type View } from '#shared/annotation/projection'
import { handleAt, hitTest, isDeepInside } from '#shared/annotation/shapes'
import type { PointGeometry } from '#shared/contract/geometry'
import type { Mark, ToolName } from '~/annotation/tools'
import { grabbedDraft } from '~/annotation/tools/grabbing'
import { cursors } from '../cursors'

interface MarkHoverOptions {
  view: Readonly<Ref<View | null>>
  /** The marks in the order in which they are drawn. */
  marks: () => readonly Mark[]
  selectedId: () => string | null
  tool: Readonly<Ref<ToolName>>
  /** Called with the id of the saved mark under the mouse; undefined if there is none. */
  hover: (id: string | undefined) => void
}

/** Finds the mark under the mouse, and the mouse cursor that shows the effect of a press there. */
export function useMarkHover({ view, marks, selectedId, tool, hover }: MarkHoverOptions) {
  /** The cursor at the mouse; empty for the cursor of the tool. */
  const hoverCursor = ref('')

  function onHover(at: ScreenPoint) {
    if (!view.value) return
    const spot = toNormalized(view.value, at)
    const saved = marks().filter(each => !each.isDraft)
    const mark = isOnImage(view.value, at) ? hitTest(saved, spot, view.value) : null
    hover(mark?.id)
    hoverCursor.value = tool.value === 'pan' ? '' : cursorAt(spot, mark, view.value)
  }

  function cursorAt(spot: PointGeometry, mark: Mark | null, now: View): string {
    const movesInside = tool.value === 'select'
    const drawn = grabbedDraft({ at: spot, movesInside }, { view: now, marks: marks() })
    if (drawn) return drawn.handle ? cursors[drawn.handle.name] : 'move'
    if (tool.value !== 'select') return ''
    const selected = marks().find(each => each.id === selectedId() && each.editable)
    const handle = selected ? handleAt(selected.shape, spot, now) : null
    if (handle) return cursors[handle.name]
    if (!mark) return ''
    if (mark.editable && mark.id === selectedId()) return 'move'
    return isDeepInside(mark.shape, spot, now) ? 'crosshair' : 'pointer'
  }

  return { onHover, hoverCursor }
}
