import { auth, startAuth } from '~~/server/sign-in/auth'
import { seedDatabase } from '../data/seeded-database'

/** Returns the endpoints that the authentication library serves at URLs, such as `POST /sign-in/email`. */
export async function libraryEndpoints(): Promise<string[]> {
  const seeded = await seedDatabase()
  startAuth({
    onSession: async () => undefined,
    onSessionEnd: () => undefined,
    isInvited: async () => false,
    revokeGranted: async () => 0,
    sendTokensRevoked: async () => undefined,
    sendPasswordReset: null,
  })
  const endpoints: { path?: string; options: object }[] = Object.values(auth().api)
  await seeded.remove()
  return endpoints.flatMap(({ path, options }) => {
    const { method, metadata } = options as {
      method?: string | string[]
      metadata?: { SERVER_ONLY?: boolean }
    }
    if (path === undefined || metadata?.SERVER_ONLY) return []
    return [method ?? []].flat().map(each => `${each} ${path}`)
  })
}
