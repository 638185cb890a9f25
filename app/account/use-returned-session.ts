/** Resumes the open page after the session has expired and a person has signed in again. */
export function useReturnedSession() {
  const api = useApi()
  const { me } = useSession()
  const { sessionExpired, signInPrompted } = useConnection()

  /**
   * If the same person has signed in, loads the data of the page again, and lets the page send its unsent
   * messages. If another person has signed in, reloads the page, because that person must not see its
   * content.
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
