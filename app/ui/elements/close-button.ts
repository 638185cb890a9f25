import { common } from '~/text/common'

/** Returns the property `close` of Nuxt UI's dialogs: the name of the button, which is English by default. */
export const closeButton = (): object => ({ 'aria-label': common.close })
