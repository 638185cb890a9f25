import type { CompareMode } from '~/compare/pair'
import { text } from '~/text/review'

/** The keys that open a comparison or the contact sheet. If there is nothing to show, a toast says why. */
export function useCompareKeys(): void {
  const toast = usePageToasts()
  const { artifact } = useSelection()
  const compare = useCompare()
  const contactSheet = useContactSheet()

  /** Explains in a toast why a view is not possible for the evidence on the stage. */
  function explain(reason: { title: string; description: string }) {
    const id = artifact.value?.id
    toast.add(reason, () => artifact.value?.id === id)
  }
  const openMode = (mode: CompareMode) => () => {
    if (!compare.modes.value.includes(mode))
      return explain({ title: text.actions.noDifference, description: text.actions.otherModes })
    if (compare.canCompare.value) return compare.openView(mode)
    explain({
      title: text.actions.nothingToCompare,
      description: text.actions.addToCompare(artifact.value?.kind ?? 'image'),
    })
  }
  function toggleSheet() {
    if (contactSheet.sheets.value.length > 0) return contactSheet.toggleSheet()
    explain({ title: text.actions.nothingForSheet, description: text.actions.addForSheet })
  }

  useShortcuts({
    'compare-side-by-side': openMode('side-by-side'),
    'compare-swipe': openMode('swipe'),
    'compare-onion-skin': openMode('onion-skin'),
    'compare-difference': openMode('difference'),
    'contact-sheet': toggleSheet,
  })
}
