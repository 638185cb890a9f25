import type { NuxtApp } from '#app'

/**
 * The option `getCachedData` of `useAsyncData`: the data that the server rendered is used when a page opens,
 * and only then. By default, Nuxt also answers `refresh` with it while the page hydrates, so that changes of
 * that moment would be missed.
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
