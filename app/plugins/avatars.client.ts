/** Loads the pictures of people once the page is there, and again for another person. */
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
