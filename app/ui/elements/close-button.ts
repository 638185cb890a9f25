import { common } from '~/text/common'

/**
 * Returns the property `close` for Nuxt UI's dialogs. It translates the name of the close button, which is
 * English by default.
 */
export const closeButton = (): object => ({ 'aria-label': common.close })
