import type { NuxtApp } from '#app'

/**
 * Options of `useAsyncData` for an answer that several components of one page ask for: it is fetched once.
 */
export const sharedResponse = {
  lazy: true,
  deep: false,
  dedupe: 'defer',
  // Kept for the render it was fetched in; a later visit asks again.
  getCachedData: (key: string, app: NuxtApp) =>
    import.meta.server || app.isHydrating ? app.payload.data[key] : undefined,
} as const
