import { limits } from '#shared/contract/kit/limits'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Draft } from '~/review-state/use-draft'
import { text } from '~/text/stage'

interface ShapeCommentOptions {
  artifact: () => Artifact | undefined
  revision: () => Revision | undefined
  /** The video time or range that a new comment belongs to. */
  time: () => Pick<Draft, 'timestampMs' | 'endMs' | 'frameMs'>
  /** Returns whether a new shape is added to the comment that is being written. */
  belongsToDraft: (shape: Shape) => boolean
  /** Called before a shape begins a comment. */
  onDraft?: () => void
}

/**
 * Returns a function that adds a drawn shape to the comment that is being written, or begins a comment with
 * the shape.
 */
export function useShapeComment(options: ShapeCommentOptions): (shape: Shape) => void {
  const { addShape } = useDraft()
  const openDraft = useNewDraft()
  const toast = usePageToasts()
  return shape => {
    const [artifact, revision] = [options.artifact(), options.revision()]
    if (!artifact || !revision) return
    if (options.belongsToDraft(shape)) {
      if (!addShape(revision.id, shape)) toast.add({ title: text.draft.full(limits.furtherShapes + 1) })
      return
    }
    options.onDraft?.()
    openDraft({ artifactId: artifact.id, revisionId: revision.id, shape, ...options.time() })
  }
}
