import { formatCount, pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of the bell, which is on every page. */
export const text = defineText({
  label: (unread: number, accessRequests: number) =>
    [
      'Notifications',
      unread > 0 ? `${formatCount(unread)} unread` : undefined,
      accessRequests > 0 ? pluralize(accessRequests, 'access request') : undefined,
    ]
      .filter(Boolean)
      .join(', '),
})
