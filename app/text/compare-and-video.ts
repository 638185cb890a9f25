import type { ContextEvent } from '#shared/contract/context'
import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

const pixels = (count: number) => `${formatCount(count)} ${count === 1 ? 'pixel' : 'pixels'}`

const eventKinds: Record<ContextEvent['kind'], string> = {
  action: 'Action',
  chapter: 'Chapter',
  console: 'Console',
  network: 'Network',
  error: 'Error',
}

/** Returns an element by its ARIA role and name: `button “Save”`. */
const elementOf = (role: string, name: string | null) => (name === null ? role : `${role} “${name}”`)

/** The texts of comparisons and contact sheets. They are loaded when a comparison or contact sheet opens. */
export const text = defineText('compare-and-video', 'text', {
  toolbar: { label: 'Compare', close: 'Close comparison' },
  /** Announced to screen readers. `mode`: one of the texts in `modes`. */
  comparing: (older: string, newer: string, mode: string) => `Comparing ${older} with ${newer}, ${mode}`,
  modes: {
    'side-by-side': 'side by side',
    'swipe': 'swipe',
    'onion-skin': 'onion skin',
    'difference': 'difference',
  },
  swipe: {
    label: (before: string, after: string) => `${before} left of the divider, ${after} right of it`,
    divider: 'Divider between the two sides',
    value: (percent: number, before: string) => `${percent}% ${before}`,
  },
  onionSkin: {
    label: (before: string, after: string) => `${after} over ${before}`,
    opacity: 'Opacity',
    value: (percent: number, after: string) => `${percent}% ${after}`,
  },
  difference: {
    label: (before: string, after: string) => `Difference between ${before} and ${after}`,
    settings: 'Difference settings',
    /** `older`: the name of the older side. */
    showOlder: (older: string) => `Hold to see ${older}`,
    showOlderKey: (older: string) => `Hold to see ${older} (Shift+D)`,
    /** Announced to screen readers while the older side is shown. */
    olderShown: (older: string) => `Showing ${older}`,
    stopIgnoring: (region: number) => `Stop ignoring region ${region}`,
  },
  changes: {
    /** `percent`: 0 until the first changes are drawn. */
    working: (percent: number) => (percent === 0 ? 'Comparing…' : `Comparing… ${percent}%`),
    failed: "Couldn't compare the images.",
    hidden: "This browser doesn't let pages read images. Allow it for this site to compare.",
    changed: (count: number, share: string) => `${pixels(count)} changed, ${share}`,
    share: (percent: string) => `${percent}%`,
    /** `share`: one of the texts for the changed part of the pixels. */
    inPlaces: (share: string, count: number) => `${share} changed in ${pluralize(count, 'place')}`,
    /** The number of blocks that moved to another place. */
    movedBlocks: (count: number) => `${formatCount(count)} moved`,
    /** `moved`: the text `movedBlocks`. `changed`: a text for the changed part of the pixels. */
    movedAnd: (moved: string, changed: string) => `${moved} · ${changed}`,
    label: 'Changes',
    /**
     * The positions of changes in a picture that is divided into nine parts: rows from top to bottom, each
     * from left to right.
     */
    places: [
      ['Top left', 'Top', 'Top right'],
      ['Left', 'Middle', 'Right'],
      ['Bottom left', 'Bottom', 'Bottom right'],
    ],
    /** Makes the name of a change different from an equal name of another change. */
    numbered: (name: string, number: number) => `${name} ${number}`,
    /** The kind of a change: a block that moved. `way`: one or two of the texts in `ways`. */
    moved: (way: string) => `Moved ${way}`,
    /**
     * The kinds of two changes: a block that only the newer picture has, and a block that only the older
     * picture has.
     */
    inserted: 'Inserted',
    removed: 'Removed',
    /**
     * `kind`: the text `inserted` or `removed`; `height`: the height of the block in CSS pixels. The content
     * below the block moved only because of it.
     */
    followed: (kind: string, height: string) => `${kind}, ${height} px; the rest follows`,
    /** `kind`: the text `moved`, `inserted`, `removed` or `followed`. */
    kindAt: (kind: string, name: string) => `${kind} · ${name}`,
    /** `by`: a length in CSS pixels. */
    ways: {
      up: (by: string) => `${by} px up`,
      down: (by: string) => `${by} px down`,
      left: (by: string) => `${by} px left`,
      right: (by: string) => `${by} px right`,
      both: (across: string, along: string) => `${across}, ${along}`,
    },
    tinyShare: 'less than 0.1%',
    /** A shorter form of the text, for narrow bars. */
    tinyShareShort: '< 0.1%',
    onlySlight: (count: number) => `No visible difference, ${pixels(count)} with slight differences`,
    none: 'No difference',
    /** Shown in a browser that adds noise to the pixels of images that pages read. */
    noneOver: 'No visible difference. This browser hides slight ones.',
    previous: 'Previous change',
    count: (count: number) => pluralize(count, 'change'),
    position: (position: number, count: number) => `${position} of ${count}`,
    /** Announced to screen readers. */
    shown: (position: number, count: number) => `Change ${position} of ${count}`,
    nextKey: 'Next change (X)',
    next: 'Next',
    comment: 'Comment on this change',
    /** This text follows the text `next`. On narrow screens, it is only for screen readers. */
    change: ' change',
  },
  /** The differences of the texts of two pages, as screen readers read them. */
  aria: {
    label: 'Text changes',
    count: (count: number) => pluralize(count, 'text change'),
    more: (count: number) => `${formatCount(count)} more`,
    gone: (role: string, name: string | null) => `${elementOf(role, name)} is gone`,
    new: (role: string, name: string | null) => `${elementOf(role, name)} is new`,
    renamed: (role: string, name: string, to: string) => `${elementOf(role, name)} became “${to}”`,
    /** `from`, `to`: states such as "checked", or the text of a field; empty for none. */
    state: (role: string, name: string | null, from: string, to: string) => {
      const element = elementOf(role, name)
      if (!from) return `${element} is now “${to}”`
      return to ? `${element} is “${to}” instead of “${from}”` : `${element} is no longer “${from}”`
    },
  },
  settings: {
    /** The scope of the settings: not only this comparison, but all comparisons of the same screen. */
    scope: 'For this screen in all reviews, for everyone',
    threshold: 'Threshold for differences',
    automatic: 'Automatic',
    all: 'All',
    over: (percent: number) => `Over ${percent}%`,
    ignoreChange: 'Ignore this change',
    ignoreRegion: 'Draw a region to ignore',
    drawHint: 'Drag over the area to ignore',
    clear: (count: number) => `Clear ${pluralize(count, 'ignored region')}`,
  },
  /** The titles of the toasts that are shown after the ignored regions have changed. */
  ignored: {
    added: 'Region ignored',
    removed: (count: number) =>
      count === 1 ? 'Region no longer ignored' : `${pluralize(count, 'region')} no longer ignored`,
  },
  sheet: {
    show: 'Show',
    /** Announced to screen readers. `heading`: one of the headings below. */
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
    /** The time since a revision was uploaded. */
    added: 'added {time}',
    /** The result of comparing a cell's evidence with the revision that a person accepted. */
    baseline: { changed: 'changed', new: 'new' },
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

/** The texts of `components/video`. */
export const video = defineText('compare-and-video', 'video', {
  stage: {
    unnamed: 'Video',
    label: (title: string, hint: string) => `${title}. ${hint}`,
    hint:
      'Click to play or pause, drag to draw a rectangle on the frame. With a drawing tool, press Enter to ' +
      'place a mark, arrow keys to move it, Alt and arrow keys to resize it, and Enter to confirm.',
    viewHint: 'Click to play or pause, drag to move. Press plus or minus to zoom, 0 to fit.',
    notLoaded: "Couldn't load the video.",
    notPlayable: "This browser can't play the video.",
    otherBrowser: "This browser can't play the video. Try another browser.",
  },
  bar: {
    label: 'Playback',
    position: 'Position',
    previousFrame: 'Previous frame',
    nextFrame: 'Next frame',
    one: { play: 'Play', pause: 'Pause' },
    /** The labels of the button that plays or pauses all compared videos. */
    all: { play: 'Play all', pause: 'Pause all' },
    /** Announced to screen readers. */
    playing: 'Playing',
    pausedAt: (time: string) => `Paused at ${time}`,
    /** The label of the menu of the speed. */
    speed: (speed: number) => `Speed ${speed}×`,
    times: (speed: number) => `${speed}×`,
    loop: 'Loop',
    sound: 'Sound',
  },
  markers: {
    comment: (number: string, time: string) => `Comment ${number} at ${time}`,
    comments: (numbers: string, time: string) => `Comments ${numbers} from ${time}`,
  },
  /** The events of a video. */
  events: {
    label: 'Events of the video',
    title: 'Events',
    errors: (count: number) => pluralize(count, 'error'),
    more: (count: number) => `${formatCount(count)} more`,
    /** "Console: ready", "Network error: GET /cart 500", "TypeError: x is not a function". */
    named: ({ kind, level, text }: Pick<ContextEvent, 'kind' | 'level' | 'text'>) => {
      if (kind === 'error') return /^\w*Error\b/.test(text) ? text : `${eventKinds.error}: ${text}`
      return level === 'info' ? `${eventKinds[kind]}: ${text}` : `${eventKinds[kind]} ${level}: ${text}`
    },
  },
  timecode: {
    label: 'Go to time',
    current: (time: string) => `${time}, go to another time`,
    edit: 'Go to a time',
  },
  toolbar: {
    rangeStart: 'Start of a range',
    rangeEnd: 'End of a range',
    clearRange: 'Clear the range',
    /** A text for screen readers that precedes the start and the end of a range. */
    range: 'Range',
    more: 'More tools',
  },
})
