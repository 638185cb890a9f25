import type { NuxtApp } from '#app'

/**
 * The option `getCachedData` of `useAsyncData`. It uses the data that the server rendered only for the first
 * load of a page. By default, Nuxt also uses this data for a `refresh` during hydration, so that a change at
 * that time would be missed.
 */
export const renderedData = (key: string, app: NuxtApp, { cause }: { cause: string }) =>
  cause === 'initial' && (import.meta.server || app.isHydrating) ? app.payload.data[key] : undefined

/**
 * Options of `useAsyncData` for data that several components of a page use, so that it is fetched only once.
 * Each later visit fetches fresh data.
 */
export const sharedResponse = {
  lazy: true,
  deep: false,
  dedupe: 'defer',
  getCachedData: renderedData,
} as const
