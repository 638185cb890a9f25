import { formatCount, pluralize } from './language/count'
import { defineText } from './language/define-text'

/** Lists revisions in a text: "r1", "r1 and r3", "r1, r2 and r3". */
const listRevisions = (indices: readonly number[]) => {
  const names = indices.map(each => `r${each}`)
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** The texts of `components/stage` and `app/stage`. */
export const text = defineText('stage', 'text', {
  frame: { label: (title: string) => `Stage: ${title}` },
  header: { details: (title: string) => `${title}: evidence details`, compare: 'Compare' },
  details: {
    scenario: 'Scenario',
    route: 'Route',
    commit: 'Commit',
    size: 'Size',
    preferred: '★ Preferred',
    /** The heading of the revisions of the same screen that people accepted. */
    accepted: 'Accepted before',
  },
  facts: {
    /** Shown for one side of a comparison if only the other side has the value. */
    none: '–',
    downscaled: (size: string, percent: number) => `${size}, shown at ${percent}%`,
    aboutDownscaled: (size: string) =>
      `This image is too large to be shown in full resolution. It is shown with ${size} pixels, which ` +
      'count as 100%. The original file is unchanged.',
  },
  stepper: {
    previous: 'Previous evidence',
    next: 'Next evidence',
    /** A text for screen readers that precedes the title of the evidence. */
    all: (position: number, count: number) => `All evidence, ${position} / ${count}: `,
    /** Names the round whose evidence is shown. This text follows the title of the evidence. */
    round: (round: number) => `round ${round}`,
    earlierUploads: 'earlier uploads',
    /** The result of comparing the evidence with the revision that people accepted before. */
    baseline: { changed: 'Changed', new: 'New', same: 'Same as accepted', expired: 'Not compared' },
    changed: (percent: number) => `${percent}% changed`,
    /** The number of blocks that moved to another place. */
    moved: (count: number) => `${formatCount(count)} moved`,
  },
  revisions: {
    label: 'Revisions',
    revision: 'Revision',
    /** The number of open comments, for screen readers. The name of the revision precedes it. */
    openComments: (count: number) => pluralize(count, 'open comment'),
    isNew: 'new',
    /** An entry of the list of revisions, for a revision that the person has not seen. */
    named: (name: string) => `${name}, new`,
    /** The entry of the list of revisions that opens a comparison. */
    compare: 'Compare revisions',
  },
  layout: {
    hidePanels: 'Hide panels',
    fullScreen: 'Full screen',
  },
  image: {
    unnamed: 'Image',
    label: (title: string, hint: string) => `${title}. ${hint}`,
    hint:
      'Click to add a point, drag to draw a rectangle. With a drawing tool, press Enter to place a mark, ' +
      'arrow keys to move it, Alt and arrow keys to resize it, and Enter to confirm.',
    viewHint: 'Drag to move. Press plus or minus to zoom, 0 to fit.',
  },
  failure: { text: "Couldn't load the image." },
  minimap: {
    label: 'Position in the image',
    position: (down: string, across: string) => `${down} from the top, ${across} from the left`,
  },
  notice: {
    older: (index: number, latest: number) => `Viewing r${index} of ${latest}`,
    /** Shown if the selected comment on this revision is addressed. */
    beforeFix: (index: number) => `r${index}, before the fix`,
    goToLatest: 'Go to latest',
    notFixed: (count: number, revisions: readonly number[]) =>
      `${pluralize(count, 'comment')} not fixed on ${listRevisions(revisions)}`,
    unsentComment: (index: number) => `Unsent comment on r${index}`,
    /** Shown if the unsent comment is on the revision that is shown. */
    unsentHere: 'Unsent comment',
    show: 'Show',
  },
  view: {
    hideComments: 'Hide comments',
    neutralBackground: 'Neutral room',
    ruler: 'Ruler',
    colorPicker: 'Color picker',
  },
  /**
   * The line that a person sees until their first mark on this device. Keys follow the texts `difference` and
   * `keys`.
   */
  firstVisit: {
    comment: 'Click to comment, drag for an area',
    difference: 'difference',
    keys: 'all keys',
  },
  zoom: {
    out: 'Zoom out',
    in: 'Zoom in',
    fit: 'Zoom to fit',
    actual: 'Actual size',
    current: (percent: number) => `Zoom ${percent}%`,
  },
  /** The texts that describe the subject of a new comment. */
  draft: {
    spotAt: (moment: string) => `Comment on this spot at ${moment}`,
    spot: 'Comment on this spot',
    image: 'Comment on the image',
    /** `side`: the name of one image or video, if several are shown side by side. */
    on: (side: string) => `Comment on ${side}`,
    spotOn: (side: string) => `Comment on this spot of ${side}`,
    momentOn: (moment: string, side: string) => `Comment on ${side} at ${moment}`,
    moment: 'Comment on this moment',
    /** Shown when a further shape is drawn. */
    full: (count: number) => `A comment can have ${count} shapes.`,
    shapes: 'Shapes',
    shapeCount: (count: number) => pluralize(count, 'shape'),
    /** Shown when a drawing has replaced all shapes of the comment. */
    shapesReplaced: (count: number) => (count === 1 ? 'Shape replaced' : `${count} shapes replaced`),
    removeShape: (number: number) => `Remove shape ${number}`,
    removeShapeNamed: (number: number, kind: string) => `Remove shape ${number}: ${kind}`,
  },
  /**
   * `number`: the number of the comment. `place`: the description of the mark's position by the function
   * `describe` of its kind of shape.
   */
  pins: {
    comment: (number: number | null, place: string) => `Comment ${number}: ${place}`,
    furtherShape: (number: number | null, shape: number, place: string) =>
      `Comment ${number}, shape ${shape}: ${place}`,
    pending: (place: string) => `Pending comment: ${place}`,
    editable: 'Yours. Arrow keys move it, Alt and arrow keys resize it, Delete deletes it',
  },
  edits: {
    moved: (number: number | null) => `Comment ${number ?? ''} moved`,
    resized: (number: number | null) => `Comment ${number ?? ''} resized`,
    notMoved: (number: number | null) => `Comment ${number ?? ''} was not moved`,
    restored: 'It is back at its previous position.',
  },
})

/** The texts around the stage in `components/compare`, and the texts of `app/compare`. */
export const comparison = defineText('stage', 'comparison', {
  revision: {
    before: (index: number) => `r${index} · before`,
    /** The labels of the state before the change, and of the current revision that follows it. */
    beforeSide: 'Before',
    afterSide: 'After',
    latest: (index: number) => `r${index} · latest`,
    /** The revision of an earlier review that a person accepted. */
    accepted: 'Accepted',
  },
  modes: {
    sideBySide: 'Side by side',
    swipe: 'Swipe',
    onionSkin: 'Onion skin',
    difference: 'Difference',
    contactSheet: 'Contact sheet',
  },
  /** The description of each mode, in a tooltip. */
  about: {
    sideBySide: 'Two halves, one zoom.',
    swipe: 'Drag the line.',
    onionSkin: 'Fade one into the other.',
    difference: 'Only what changed.',
  },
  settingsNotSaved: 'The settings for differences were not saved',
  /** Announced to screen readers. */
  closed: { comparison: 'Comparison closed', sheet: 'Contact sheet closed' },
  /** The labels of the two sides of a comparison: the image on the stage, and the other one. */
  partner: { shown: 'Shown revision', label: 'Compare with' },
})

/** The texts of `components/probe`: the ruler and the color picker. */
export const probe = defineText('stage', 'probe', {
  ruler: {
    label: 'Ruler. Arrow keys move the point by 1 pixel, with Shift by 10. Enter sets the start and the end.',
    hint: 'Click where the distance begins',
    result: (dx: number, dy: number, diagonal: number) => `${dx} × ${dy} px, diagonal ${diagonal} px`,
    at: (x: number, y: number) => `${x}, ${y}`,
  },
  color: {
    label: 'Color picker. Arrow keys move the point by 1 pixel, with Shift by 10. Enter picks the color.',
    hint: 'Click a second color for the contrast',
    loading: 'Reading the image…',
    contrast: (ratio: string) => `${ratio}:1`,
    /** The levels of WCAG 2.2 for text. */
    levels: {
      'AAA': 'AAA',
      'AA': 'AA, not AAA',
      'AA large': 'AA for large text only',
      'none': 'Fails AA',
    },
    transparent: 'No contrast: transparent',
  },
  copy: 'Copy',
  close: 'Close',
})
