import { normalizeForSearch } from './normalize-for-search'

/** Headings of the command palette, in the order they stand in while nothing is typed. */
export const commandGroups = [
  'This review',
  'Evidence',
  'Comments',
  'Go to',
  'Reviews',
  'Settings',
  'Theme',
  'Account',
] as const

/** One thing the palette can do. */
export interface Command {
  id: string
  group: (typeof commandGroups)[number]
  label: string
  icon?: string
  /** Told beside the label and searched too, such as a project's name. */
  about?: string
  /** The keys that do the same. */
  keys?: string
  /** What is so already, such as the present theme. */
  current?: boolean
  run: () => unknown
}

export interface FoundGroup {
  title: Command['group']
  commands: Command[]
}

/** How many rows of one group are shown. */
export const MOST = { idle: 6, typed: 20 }

/** 0: the label begins so; 1: one of its words does; 2: it stands somewhere; null: it does not. */
function rank(command: Command, words: string[]): number | null {
  const label = normalizeForSearch(command.label)
  const all = `${label} ${normalizeForSearch(command.about ?? '')} ${normalizeForSearch(command.group)}`
  if (!words.every(word => all.includes(word))) return null
  const [first = ''] = words
  if (label.startsWith(first)) return 0
  return label.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(first)) ? 1 : 2
}

/** The commands that hold every word typed, best first; their groups follow the best of them. */
export function findCommands(commands: readonly Command[], typed: string): FoundGroup[] {
  const words = normalizeForSearch(typed).split(/\s+/).filter(Boolean)
  const ranked = commands.flatMap(command => {
    const at = rank(command, words)
    return at === null ? [] : [{ command, at }]
  })
  return commandGroups
    .map(title => {
      const own = ranked.filter(each => each.command.group === title).toSorted((a, b) => a.at - b.at)
      return {
        title,
        best: own[0]?.at ?? Infinity,
        commands: own.slice(0, words.length > 0 ? MOST.typed : MOST.idle).map(each => each.command),
      }
    })
    .filter(group => group.commands.length > 0)
    .toSorted((a, b) => (words.length > 0 ? a.best - b.best : 0))
    .map(({ title, commands }) => ({ title, commands }))
}
