import { keepDraftsOf } from '~/ui/page/use-draft-text'

/**
 * Deletes the drafts of another person who used this browser before and did not sign out, for example because
 * the session expired. Runs before forms are mounted, so that no form shows such a draft.
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
