import { limits } from '#shared/contract/kit/limits'
import type { FoundEvidence } from '#shared/contract/artifact'
import { distinctions } from '~/evidence/distinctions'
import type { Command } from '~/palette/command-search'

const PAUSE_MS = 150
/** The minimum length of a query, because a shorter one matches almost everything. */
const MIN_LENGTH = 2

/**
 * Searches the evidence of the workspace on the server when the person pauses typing. The command palette
 * shows the results. `isSearching`: whether the results for the query are still awaited.
 */
export function useFoundEvidence(query: Ref<string>) {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const found = shallowRef<FoundEvidence[]>([])
  const isSearching = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  async function search(text: string, id: string) {
    const { signal } = (running = new AbortController())
    // A failure is ignored, because the palette shows an error if it cannot load the reviews either.
    const response = await api('GET /api/evidence', {
      query: { workspaceId: id, search: text },
      signal,
    }).catch(() => null)
    if (signal.aborted) return
    if (response) found.value = response.evidence
    isSearching.value = false
  }

  watch(query, () => {
    clearTimeout(timer)
    running?.abort()
    const text = query.value.trim().slice(0, limits.title)
    const id = workspaceId.value
    isSearching.value = text.length >= MIN_LENGTH && id !== undefined
    if (text.length < MIN_LENGTH || !id) found.value = []
    else timer = setTimeout(() => void search(text, id), PAUSE_MS)
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    running?.abort()
  })

  const commands = computed(() =>
    [...Map.groupBy(found.value, each => each.reviewId).values()].flatMap(ofReview => {
      const details = distinctions(ofReview)
      return ofReview.map((each): Command => {
        const own = details.get(each.id)
        return {
          id: each.id,
          group: 'found',
          label: each.title,
          detail: [...(own ? [own] : []), each.reviewTitle].join(' · '),
          icon: each.kind === 'video' ? 'i-lucide-film' : 'i-lucide-image',
          run: () => navigateTo(`/reviews/${each.reviewId}#${each.id}`),
        }
      })
    }),
  )
  return { found: commands, isSearching }
}
