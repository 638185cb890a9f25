import { pastedFiles } from './media-type'

interface FileDropOptions {
  enabled: () => boolean
  /** `target`: the element that the files were dropped on, null for pasted files. */
  onFiles: (files: File[], target: Element | null) => void
  /** Called when a picture or link of another page is dropped, of which browsers give only the address. */
  onLink: () => void
}

const editable = 'input, textarea, select, [contenteditable]'

/**
 * Accepts files dropped anywhere on the page, or pasted outside of text fields, unless a form takes them.
 * While it is not enabled, dropped files do nothing. Pictures and links dragged from other pages never do
 * anything: by default, the browser would leave the page to show them. `over` is the element under accepted
 * files.
 */
export function useFileDrop({ enabled, onFiles, onLink }: FileDropOptions) {
  const over = shallowRef<Element | null>(null)
  /** Whether the drag began in the page, such as a drag of one of its images. */
  let startedInPage = false
  const hasFiles = (event: DragEvent) =>
    !startedInPage && !event.defaultPrevented && event.dataTransfer?.types.includes('Files') === true
  /** Whether something from another page is dragged. A text field takes its address. */
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
        // The files are over a form that takes them.
        over.value = null
        if (hasLink(event)) event.preventDefault()
        return
      }
      event.preventDefault()
      if (enabled()) over.value = event.target instanceof Element ? event.target : document.body
      else if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    },
    dragleave(event: DragEvent) {
      // Without a related target, the pointer has left the window.
      if (event.relatedTarget === null) over.value = null
    },
    drop(event: DragEvent) {
      over.value = null
      if (!hasFiles(event) && !hasLink(event)) return
      event.preventDefault()
      if (!enabled()) return
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onFiles(files, event.target instanceof Element ? event.target : null)
      // Some browsers announce a file but deliver none.
      else onLink()
    },
    paste(event: ClipboardEvent) {
      const files = pastedFiles(event)
      if (!enabled() || event.defaultPrevented || files.length === 0) return
      // The person is writing: a dialog would cover the text.
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

/** For pages that take no files: a file that is dropped next to its target does not replace the page. */
export const useNoFileDrop = () =>
  useFileDrop({ enabled: () => false, onFiles: () => undefined, onLink: () => undefined })
