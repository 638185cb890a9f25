/** The path of uploaded pictures. Pictures of sign-in providers have other addresses, and are not shown. */
const ownPath = '/api/avatars/'

/**
 * The pictures of the people who share a workspace with the signed-in person. They are loaded once, after the
 * page: see app/plugins/avatars.client.ts.
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
    /** The address of the signed-in person's picture. */
    own,
    /** The address of a person's picture; undefined without one. */
    imageOf: (userId: string | null): string | undefined =>
      userId !== null && userId === me.value?.user.id ? own.value : images.value[userId ?? ''],
    /** Loads the pictures. If that fails, initials are shown. */
    async load(): Promise<void> {
      const { avatars } = await api('GET /api/avatars').catch(() => ({ avatars: [] }))
      images.value = Object.fromEntries(avatars.map(each => [each.userId, each.image]))
    },
  }
}
