import { keepDraftsOf } from '~/ui/page/use-draft-text'

/**
 * Deletes the drafts of another person who used this browser before, for example because their session has
 * expired. Runs before forms are mounted, so that no form shows such a draft.
 */
export default defineNuxtPlugin(() => {
  const { me } = useSession()
  watch(
    () => me.value?.user.id,
    id => {
      if (id) keepDraftsOf(id)
    },
    { immediate: true, flush: 'sync' },
  )
})
