import type { NuxtApp } from '#app'

/**
 * Options of `useAsyncData` for data that several components of a page use, so that it is fetched only once.
 */
export const sharedResponse = {
  lazy: true,
  deep: false,
  dedupe: 'defer',
  // The payload is reused during server rendering and hydration only, so that each later visit fetches fresh
  // data.
  getCachedData: (key: string, app: NuxtApp) =>
    import.meta.server || app.isHydrating ? app.payload.data[key] : undefined,
} as const
