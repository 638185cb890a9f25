/**
 * Ignores files, images and links that are dropped on a page that accepts none. By default, a browser would
 * leave the page to show them. A text field still accepts a dropped URL. Separate from `useFileDrop`, so that
 * the sign-in page does not load the types of evidence.
 */
export function useNoFileDrop() {
  function ignore(event: DragEvent) {
    const { dataTransfer, target } = event
    if (!dataTransfer) return
    const isText = target instanceof Element && target.closest('input, textarea, [contenteditable]')
    const hasLink = dataTransfer.types.includes('text/uri-list') && !isText
    if (!hasLink && !dataTransfer.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  onMounted(() => {
    addEventListener('dragover', ignore)
    addEventListener('drop', ignore)
  })
  onBeforeUnmount(() => {
    removeEventListener('dragover', ignore)
    removeEventListener('drop', ignore)
  })
}
