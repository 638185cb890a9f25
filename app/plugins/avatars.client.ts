/** Loads the avatars of people after the page is mounted, and again when another person signs in. */
export default defineNuxtPlugin(nuxt => {
  const { me } = useSession()
  const { load } = useAvatars()
  nuxt.hook('app:mounted', () => {
    watch(
      () => me.value?.user.id,
      id => {
        if (id) void load()
      },
      { immediate: true },
    )
  })
})
