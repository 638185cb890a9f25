import { byData } from '~/ui/elements/data-attributes'

/**
 * Returns a function that opens the next or previous evidence after a swipe, unless the person is writing a
 * comment.
 */
export function useEvidenceSwipe(): (towards: 'left' | 'right') => void {
  const shortcuts = useActiveShortcuts()
  return towards => {
    const fields = document.querySelectorAll<HTMLTextAreaElement>(`${byData('comment-form')} textarea`)
    if ([...fields].some(each => each.value.trim() !== '')) return
    const isRtl = document.documentElement.dir === 'rtl'
    shortcuts.call((towards === 'left') === isRtl ? 'previous-evidence' : 'next-evidence')
  }
}
