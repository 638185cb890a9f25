import { pastedFiles } from '~/evidence/media-type'
import type { CommentImages } from './use-comment-images'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/**
 * Listeners for a form that accepts dropped and pasted images. `isOver`: whether files are dragged over the
 * form. If `images` is null, the form accepts no images.
 */
export function useImageDrop(images: CommentImages | null) {
  const isOver = ref(false)
  const listeners = {
    dragover(event: DragEvent) {
      if (!hasFiles(event)) return
      // Prevents the default action, so that the listener of the page ignores the drop.
      event.preventDefault()
      isOver.value = true
    },
    dragleave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(currentTarget as Element).contains(relatedTarget as Node | null)) isOver.value = false
    },
    drop(event: DragEvent) {
      isOver.value = false
      if (!hasFiles(event)) return
      event.preventDefault()
      images?.add([...(event.dataTransfer?.files ?? [])])
    },
    paste(event: ClipboardEvent) {
      const files = pastedFiles(event)
      // If the clipboard also contains text, lets the browser paste the text: spreadsheets copy text together
      // with an image of it.
      if (files.length === 0 || event.clipboardData?.getData('text/plain')) return
      event.preventDefault()
      images?.add(files)
    },
  }
  return { isOver, listeners: images ? listeners : {} }
}
