/**
 * The start of the path of every uploaded avatar. Avatars of sign-in providers have other URLs and are not
 * shown.
 */
const ownPath = '/api/avatars/'

/**
 * The avatars of the people who share a workspace with the signed-in person. They are loaded once, after the
 * page is mounted: see app/plugins/avatars.client.ts.
 */
export function useAvatars() {
  const { me } = useSession()
  const api = useApi()
  const images = useState<Record<string, string>>('avatars', () => ({}))
  const own = computed(() => {
    const image = me.value?.user.image
    return image?.startsWith(ownPath) ? image : undefined
  })

  return {
    /** The path of the signed-in person's avatar; undefined if there is none. */
    own,
    /** Returns the path of a person's avatar; undefined if there is none. */
    imageOf: (userId: string | null): string | undefined =>
      userId !== null && userId === me.value?.user.id ? own.value : images.value[userId ?? ''],
    /** Loads the avatars. If this fails, initials are shown instead. */
    async load(): Promise<void> {
      const { avatars } = await api('GET /api/avatars').catch(() => ({ avatars: [] }))
      images.value = Object.fromEntries(avatars.map(each => [each.userId, each.image]))
    },
  }
}
