/** What the pointer carries over the page: files, and the part of the page below that takes them. */
interface Drop {
  enabled: () => boolean
  onFiles: (files: File[], on: Element | null) => void
}

const editable = 'input, textarea, select, [contenteditable]'

/** Takes files that are dropped anywhere on the page or pasted into it; tells what they are held over. */
export function useFileDrop({ enabled, onFiles }: Drop) {
  const over = shallowRef<Element | null>(null)
  /** The page's own pictures can be dragged as well: they are no files to add. */
  let own = false
  const carries = (event: DragEvent) =>
    !own && enabled() && event.dataTransfer?.types.includes('Files') === true

  const listeners = {
    dragstart: () => {
      own = true
    },
    dragend: () => {
      own = false
    },
    dragover(event: DragEvent) {
      if (!carries(event)) return
      event.preventDefault()
      over.value = event.target instanceof Element ? event.target : document.body
    },
    dragleave(event: DragEvent) {
      // Without a next element the pointer has left the window.
      if (event.relatedTarget === null) over.value = null
    },
    drop(event: DragEvent) {
      over.value = null
      if (!carries(event)) return
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
