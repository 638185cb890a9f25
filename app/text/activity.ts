import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of `components/activity`. */
export const text = defineText({
  /** What was done before, as for an upload. */
  steps: (count: number) => pluralize(count, 'step'),
  filter: { label: 'Filter', all: 'All activity' },
})
