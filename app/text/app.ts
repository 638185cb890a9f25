import { defineText } from './define-text'

/** What every page loads. */
export const text = defineText({
  /** The title of the browser's tab. */
  title: (page: string | undefined) => (page ? `${page} · Exhibit` : 'Exhibit'),
})
