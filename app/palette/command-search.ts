import { commandGroups as text } from '~/text/shell-dialogs'
import { normalizeForSearch } from '~/ui/lists/normalize-for-search'

/** The groups of the command palette, in the order in which they are shown for an empty query. */
export const commandGroups = [
  'review',
  'evidence',
  'comments',
  'navigation',
  'create',
  'reviews',
  'found',
  'settings',
  'administration',
  'theme',
  'account',
] as const

/** A command of the palette. */
export interface Command {
  id: string
  group: (typeof commandGroups)[number]
  label: string
  icon?: string
  /** A text that is shown next to the label and is also searched, such as the name of a project. */
  detail?: string
  /** Words that are searched but not shown, such as the name of a branch. */
  keywords?: string
  /** The keyboard shortcut of the command. */
  keys?: string
  /** Whether the command is the current choice, such as the selected theme. */
  current?: boolean
  /** Whether the command is listed after all other matches, so that a quick Enter does not set a verdict. */
  last?: boolean
  run: () => unknown
}

/** The matching commands of one group. */
export interface CommandGroup {
  title: string
  commands: Command[]
  /** The number of commands in the group, or of its commands that match the query. */
  total: number
}

/**
 * The maximum number of rows in a group, without and with a query. `found`: the maximum for the evidence of
 * all reviews next to other matches, because many reviews have evidence with the same title.
 */
export const MAX_ROWS = { idle: 6, query: 20, found: 3 }

/**
 * Returns how well a command matches; lower is better. 0: the label starts with the first word of the query.
 * 1: a word of the label starts with it. 2: any other match. 3: a match with `last`. Null: no match.
 */
function rank(command: Command, words: string[]): number | null {
  const label = normalizeForSearch(command.label)
  const heading = normalizeForSearch(text[command.group])
  const more = normalizeForSearch(`${command.detail ?? ''} ${command.keywords ?? ''}`)
  const all = `${label} ${more} ${heading}`
  if (!words.every(word => all.includes(word))) return null
  if (command.last) return 3
  const [first = ''] = words
  if (label.startsWith(first)) return 0
  return label.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(first)) ? 1 : 2
}

/**
 * Returns the commands that contain every word of the query, in groups. Commands are sorted by how well they
 * match, and groups by their best match. Evidence of all reviews is never above the reviews.
 */
export function findCommands(commands: readonly Command[], query: string): CommandGroup[] {
  const words = normalizeForSearch(query).split(/\s+/).filter(Boolean)
  const ranked = commands.flatMap(command => {
    const position = rank(command, words)
    return position === null ? [] : [{ command, position }]
  })
  const isQuery = words.length > 0
  const matched = commandGroups
    .map(group => ({
      group,
      matches: ranked
        .filter(each => each.command.group === group)
        .toSorted((a, b) => a.position - b.position),
    }))
    .filter(({ matches }) => matches.length > 0)
  const bestOf = (name: Command['group']) =>
    matched.find(({ group }) => group === name)?.matches[0]?.position ?? 0
  const maxRows = (group: Command['group']) => {
    if (!isQuery) return MAX_ROWS.idle
    return group === 'found' && matched.length > 1 ? MAX_ROWS.found : MAX_ROWS.query
  }
  return matched
    .map(({ group, matches }) => ({
      best: Math.max(bestOf(group), group === 'found' ? bestOf('reviews') : 0),
      title: text[group],
      total: matches.length,
      commands: matches.slice(0, maxRows(group)).map(each => each.command),
    }))
    .toSorted((a, b) => (isQuery ? a.best - b.best : 0))
    .map(({ title, commands, total }) => ({ title, commands, total }))
}
