import { comparison as text } from '~/text/stage'
import type { Side } from '~/compare/pair'
import { cellNames, revisionLabel } from '~/compare/side-names'
import { isAccepted } from '~/compare/use-accepted'

/**
 * The images or videos that a person can choose for one side of a comparison. Choosing one for the side that
 * is also on the stage opens it on the stage. Choosing one for the other side compares it with the image or
 * video on the stage.
 */
export function useSideChoice(side: () => Side | null) {
  const { artifact, revision, latestRevision, openArtifact } = useSelection()
  const { partners, compareWith } = useCompare()
  const isShown = computed(() => side()?.revision.id === revision.value?.id)
  const sides = computed<Side[]>(() => {
    const shown = side()
    if (!isShown.value || !shown) return partners.value
    // A revision that was accepted in another review cannot be opened on the stage of this review.
    return [shown, ...partners.value.filter(each => !isAccepted(each.revision))]
  })
  return {
    label: computed(() => (isShown.value ? text.partner.shown : text.partner.label)),
    options: computed(() => {
      const variations = sides.value.filter(each => each.artifact.id !== artifact.value?.id)
      const own = sides.value.find(each => each.artifact.id === artifact.value?.id)
      const titles = cellNames('evidence', own ? [...variations, own] : variations)
      return sides.value.map(each => ({
        value: each.revision.id,
        label: titles[variations.indexOf(each)] ?? revisionLabel(each, latestRevision.value),
      }))
    }),
    choose(revisionId: string) {
      const chosen = sides.value.find(each => each.revision.id === revisionId)
      if (!chosen) return
      if (isShown.value) openArtifact(chosen.artifact, chosen.revision)
      else compareWith(chosen)
    },
  }
}
