/** The classes of an avatar without a picture: the color of a person, and the color of an agent's icon. */
export interface AvatarColor {
  person: string
  agent: string
}

/** Calm colors that mean nothing else in the dashboard. */
export const avatarColors: readonly AvatarColor[] = [
  { person: 'bg-teal-200 text-teal-900 dark:bg-teal-900 dark:text-teal-100', agent: 'text-teal-300' },
  {
    person: 'bg-violet-200 text-violet-900 dark:bg-violet-900 dark:text-violet-100',
    agent: 'text-violet-300',
  },
  { person: 'bg-sky-200 text-sky-900 dark:bg-sky-900 dark:text-sky-100', agent: 'text-sky-300' },
  { person: 'bg-pink-200 text-pink-900 dark:bg-pink-900 dark:text-pink-100', agent: 'text-pink-300' },
  { person: 'bg-stone-300 text-stone-900 dark:bg-stone-700 dark:text-stone-100', agent: 'text-stone-300' },
]

/**
 * Returns the color of a person or an agent. The same name always has the same color. The id is not used,
 * because some places know only the name, such as the verdict of a review in a list.
 */
export function avatarColor(name: string): AvatarColor {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return avatarColors[sum % avatarColors.length] as AvatarColor
}

/** Returns the initials of the first and the last word of a name, or "?" without a name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map(word => [...(word ?? '')][0]?.toUpperCase()).join('') || '?'
}
