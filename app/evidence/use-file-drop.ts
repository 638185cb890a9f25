import { pastedFiles } from './media-type'

interface FileDropOptions {
  enabled: () => boolean
  /** `target`: the element on which the files were dropped; null for pasted files. */
  onFiles: (files: File[], target: Element | null) => void
  /**
   * Called when an image or link from another web page is dropped. Browsers provide only its URL, not a file.
   */
  onLink: () => void
}

const editable = 'input, textarea, select, [contenteditable]'

/**
 * Accepts files that are dropped anywhere on the page or pasted outside of text fields, unless a form handles
 * them. While `enabled` returns false, dropped files are ignored. Dropped images and links from other web
 * pages are not opened either; by default, the browser would leave the page to show them. `over`: the element
 * under the dragged files, if they are accepted.
 */
export function useFileDrop({ enabled, onFiles, onLink }: FileDropOptions) {
  const over = shallowRef<Element | null>(null)
  /** Whether something on this page is dragged, such as one of its images. */
  let startedInPage = false
  const hasFiles = (event: DragEvent) =>
    !startedInPage && !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true
  /**
   * Returns whether an image or link from another web page is dragged. Returns false over a text field, which
   * accepts the dropped URL.
   */
  const hasLink = ({ defaultPrevented, dataTransfer, target }: DragEvent) =>
    !startedInPage &&
    !defaultPrevented &&
    dataTransfer?.types.includes('text/uri-list') === true &&
    !(target instanceof Element && target.closest(editable))

  const listeners = {
    dragstart: () => {
      startedInPage = true
    },
    dragend: () => {
      startedInPage = false
    },
    dragover(event: DragEvent) {
      if (!hasFiles(event)) {
        // No files are dragged, or they are over a form that handles them.
        over.value = null
        if (hasLink(event)) event.preventDefault()
        return
      }
      event.preventDefault()
      if (enabled()) over.value = event.target instanceof Element ? event.target : document.body
      else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    },
    dragleave(event: DragEvent) {
      // `relatedTarget` is null if the pointer has left the window.
      if (event.relatedTarget === null) over.value = null
    },
    drop(event: DragEvent) {
      over.value = null
      if (!hasFiles(event) && !hasLink(event)) return
      event.preventDefault()
      if (!enabled()) return
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onFiles(files, event.target instanceof Element ? event.target : null)
      // For an image from another web page, some browsers announce a file but provide none.
      else onLink()
    },
    paste(event: ClipboardEvent) {
      const files = pastedFiles(event)
      if (!enabled() || event.defaultPrevented || files.length === 0) return
      // Ignores files that are pasted into a text field, because a dialog would cover the text that the
      // person is writing.
      if (event.target instanceof Element && event.target.closest(editable)) return
      event.preventDefault()
      onFiles(files, null)
    },
  }

  const each = Object.entries(listeners) as [string, (event: Event) => void][]
  onMounted(() => {
    for (const [name, listener] of each) addEventListener(name, listener)
  })
  onBeforeUnmount(() => {
    for (const [name, listener] of each) removeEventListener(name, listener)
  })
  return { over }
}
