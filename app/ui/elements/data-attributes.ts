/**
 * The attributes `data-…` by which code finds elements that no template ref can reach: elements of another
 * component, and targets of an event or of the focus. A test checks that each attribute is in a template, and
 * that no selector uses an attribute that is missing here: `tests/unit/dashboard/data-attributes.test.ts`.
 */
export const dataAttributes = [
  'artifact',
  'banner',
  'change',
  'change-bar',
  'change-letter',
  'comment',
  'comment-filters',
  'comment-form',
  'comments',
  'compare',
  'compared',
  'composer',
  'copy-link',
  'draft-dock',
  'dragging',
  'draw-region',
  'earlier-replies',
  'index',
  'link',
  'mark',
  'not-yet',
  'on-revision',
  'open',
  'reaction',
  'reply',
  'review',
  'scroller',
  'search-comments',
  'settings',
  'stage',
  'stage-area',
  'stage-toolbar',
  'thread',
  'tip',
  'toast',
  'toasts',
  'toolbar-area',
  'undo',
  'expand-tools',
] as const

type DataAttribute = (typeof dataAttributes)[number]

/** Returns the selector of the elements that have this `data-…` attribute. */
export const byData = (name: DataAttribute): string => `[data-${name}]`

/** Returns the selector of the elements whose `data-…` attribute has this value. */
export const byDataValue = (name: DataAttribute, value: string | number): string =>
  `[data-${name}="${value}"]`
