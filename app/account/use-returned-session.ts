/** Continues on the page after the session has expired and the person has signed in again. */
export function useReturnedSession() {
  const api = useApi()
  const { me } = useSession()
  const { sessionExpired, signInPrompted } = useConnection()

  /**
   * Loads the data of the page again, which also sends the messages that wait. Reloads the page if another
   * person has signed in, who must not see its content.
   */
  async function resume(isSamePerson: boolean) {
    if (!isSamePerson) return reloadNuxtApp({ force: true })
    sessionExpired.value = false
    signInPrompted.value = false
    await refreshNuxtData()
  }

  /** Checks whether the person has signed in again in another tab. */
  async function check() {
    if (!sessionExpired.value) return
    const now = await api('GET /api/me').catch(() => undefined)
    if (now && sessionExpired.value) await resume(now.user.id === me.value?.user.id)
  }

  return { resume, check }
}
