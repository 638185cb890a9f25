import { formatCount, pluralize } from '~/ui/format'
import { defineText } from './define-text'

const pixels = (count: number) => `${formatCount(count)} ${count === 1 ? 'pixel' : 'pixels'}`

/** The texts of comparisons and contact sheets, which are loaded when they are opened. */
export const text = defineText({
  toolbar: { label: 'Compare', close: 'Close comparison (Esc)' },
  /** What screen readers announce. `mode`: one of `modes`. */
  comparing: (older: string, newer: string, mode: string) => `Comparing ${older} with ${newer}, ${mode}`,
  modes: {
    'side-by-side': 'side by side',
    'swipe': 'swipe',
    'onion-skin': 'onion skin',
    'difference': 'difference',
  },
  mark: {
    /** Precedes the number, for screen readers. */
    comment: 'Comment ',
    pending: 'Pending comment',
  },
  swipe: {
    label: (before: string, after: string) => `${before} left of the divider, ${after} right of it`,
    divider: 'Divider between the two sides',
    value: (percent: number, before: string) => `${percent} % ${before}`,
  },
  onionSkin: {
    label: (before: string, after: string) => `${after} over ${before}`,
    opacity: 'Opacity',
    value: (percent: number, after: string) => `${percent} % ${after}`,
  },
  difference: {
    label: (before: string, after: string) => `Difference between ${before} and ${after}`,
    settings: 'Settings of the difference',
    stopIgnoring: (region: number) => `Stop ignoring region ${region}`,
  },
  changes: {
    working: (percent: number) => `Comparing… ${percent} %`,
    failed: "Couldn't compare the images.",
    hidden: "This browser doesn't let pages read images. Allow it for this site to compare.",
    changed: (count: number, share: string) => `${pixels(count)} changed, ${share}`,
    changedShare: (share: string) => `${share} changed`,
    tinyShare: 'less than 0.1 %',
    /** Where there is little room. */
    tinyShareShort: '< 0.1 %',
    onlySlight: (count: number) => `No visible difference, ${pixels(count)} with slight differences`,
    none: 'No difference',
    /** Of a browser that changes the pixels that pages read a little. */
    noneOver: 'No visible difference. This browser hides slight ones.',
    previous: 'Previous change',
    count: (count: number) => pluralize(count, 'change'),
    position: (position: number, count: number) => `${position} of ${count}`,
    /** What screen readers announce. */
    shown: (position: number, count: number) => `Change ${position} of ${count}`,
    nextKey: 'Next change (X)',
    next: 'Next',
    comment: 'Comment on this change',
    /** Follows `next`; for screen readers only on narrow screens. */
    change: ' change',
  },
  settings: {
    threshold: 'Count differences',
    automatic: 'Automatic',
    all: 'All',
    over: (percent: number) => `Over ${percent} %`,
    ignoreChange: 'Ignore this change',
    ignoreRegion: 'Draw a region to ignore',
    drawHint: 'Drag over what to ignore',
    clear: (count: number) => `Clear ${pluralize(count, 'ignored region')}`,
  },
  /** What is done to ignored regions, as a toast says it. */
  ignored: {
    added: 'Region ignored',
    removed: (count: number) =>
      count === 1 ? 'Region no longer ignored' : `${pluralize(count, 'region')} no longer ignored`,
  },
  sheet: {
    show: 'Show',
    /** What screen readers announce. `heading`: one of those below. */
    opened: (heading: string) => `Contact sheet: ${heading}`,
    contents: {
      variations: 'Variations',
      viewports: 'Viewports',
      revisions: 'Revisions',
      evidence: 'All evidence',
    },
    variationsOf: (group: string) => `Variations of ${group}`,
    viewportsOf: (screen: string) => `Viewports of ${screen}`,
    revisionsOf: (title: string) => `Revisions of ${title}`,
    zoomOut: 'Zoom out (−)',
    zoomIn: 'Zoom in (+)',
  },
  cell: {
    openComments: (count: number) => pluralize(count, 'open comment'),
    unsent: 'unsent comment',
    comment: (title: string) => `Comment on ${title}`,
    open: (title: string) => `Open ${title}`,
    above: {
      short: (count: number) => `${formatCount(count)} above`,
      long: (count: number, title: string) => `Show ${pluralize(count, 'comment')} above on ${title}`,
    },
    below: {
      short: (count: number) => `${formatCount(count)} below`,
      long: (count: number, title: string) => `Show ${pluralize(count, 'comment')} below on ${title}`,
    },
    clickToComment: (title: string) => `${title}. Click to add a comment`,
  },
  prefer: {
    preferred: '★ Preferred',
    prefer: 'Prefer this',
    undo: (title: string) => `${title} is preferred. Undo`,
    label: (title: string) => `Prefer ${title}`,
  },
})
