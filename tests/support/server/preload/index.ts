/** The modules in this folder that a server of a test may preload. Each module states its purpose. */
type Preload = 'timers' | 'timeouts' | 'quick-passwords' | 'uncaught'

/** Returns the settings of a server that preloads these modules, in this order. */
export const preloading = (...modules: Preload[]) => ({
  NODE_OPTIONS: modules.map(each => `--import=${new URL(`${each}.mjs`, import.meta.url).href}`).join(' '),
})
