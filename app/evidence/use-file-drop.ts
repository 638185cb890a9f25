interface FileDropOptions {
  enabled: () => boolean
  /** `target`: the element that the files were dropped on, null for pasted files. */
  onFiles: (files: File[], target: Element | null) => void
}

const editable = 'input, textarea, select, [contenteditable]'

/**
 * Accepts files dropped anywhere on the page or pasted. `over` is the element that dragged files are over.
 */
export function useFileDrop({ enabled, onFiles }: FileDropOptions) {
  const over = shallowRef<Element | null>(null)
  /** Whether the drag began in the page, such as a drag of one of its images. */
  let startedInPage = false
  const hasFiles = (event: DragEvent) =>
    !startedInPage && enabled() && event.dataTransfer?.types.includes('Files') === true

  const listeners = {
    dragstart: () => {
      startedInPage = true
    },
    dragend: () => {
      startedInPage = false
    },
    dragover(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      over.value = event.target instanceof Element ? event.target : document.body
    },
    dragleave(event: DragEvent) {
      // Without a related target, the pointer has left the window.
      if (event.relatedTarget === null) over.value = null
    },
    drop(event: DragEvent) {
      over.value = null
      if (!hasFiles(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) onFiles(files, event.target instanceof Element ? event.target : null)
    },
    paste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])]
      const text = event.clipboardData?.types.includes('text/plain')
      if (
        !enabled() ||
        files.length === 0 ||
        (text && event.target instanceof Element && event.target.closest(editable))
      )
        return
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
