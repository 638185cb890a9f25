const { promise, resolve } = Promise.withResolvers<undefined>()

/** Resolves when settings, database, blobs and sign-in are ready. Before that, requests get 503. */
export const startup = promise

/** Resolves {@link startup}. Called by the plugin that starts the process. */
export const finishStartup = (): void => resolve(undefined)
