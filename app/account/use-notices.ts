import type { Notices } from '#shared/text/notices'

/** Returns the banner and the legal links of the operator, which the server writes into every page. */
export function useNotices(): Ref<Notices> {
  return useState('notices', () => {
    const given = useRequestEvent()?.context.notices as Notices | undefined
    return given ?? { banner: [], legalLinks: [] }
  })
}

/**
 * The banner of the operator. `dismiss` hides it on this device until the operator changes its text: a cookie
 * stores the text that was dismissed, so that the server does not render it again.
 */
export function useBanner() {
  const notices = useNotices()
  const { me } = useSession()
  const dismissed = useDeviceCookie('banner')
  const key = computed(() => checksum(JSON.stringify(notices.value.banner)))
  return {
    parts: computed(() => notices.value.banner),
    /** Whether the banner is shown to the person, or on a page where people sign in. */
    isShown: (onSignIn = false) =>
      notices.value.banner.length > 0 && dismissed.value !== key.value && (onSignIn || Boolean(me.value)),
    dismiss: () => {
      dismissed.value = key.value
    },
  }
}

/** Returns a short checksum of a text. Two texts may have the same one, which only hides a banner. */
function checksum(text: string): number {
  let sum = 0
  for (const character of text) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) | 0
  return sum
}
