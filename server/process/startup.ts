const { promise, resolve } = Promise.withResolvers<undefined>()

/**
 * Resolves when settings, database, blobs and sign-in are ready. Before, the server accepts no connection.
 */
export const startup = promise

/** Called by the plugin that starts the process. */
export const finishStartup = (): void => resolve(undefined)
