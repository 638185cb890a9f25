import { expect, it } from 'vitest'
import { avatarColor, avatarColors, initialsOf } from '~/account/avatar'
import { colorsOf, contrast } from '../../support/colors'

it('initials are the first letters of the first and the last word of a name', () => {
  expect(['Ann', 'tomasz wiśniewski', 'Ana María Kovač', ' 李 ', '', '😀 Bo'].map(initialsOf)).toEqual([
    'A',
    'TW',
    'AK',
    '李',
    '?',
    '😀B',
  ])
})

it('the color of an avatar depends only on the name, and all colors are used', () => {
  expect(avatarColor('Ann Lee')).toBe(avatarColor('Ann Lee'))
  const names = Array.from({ length: 200 }, (_, index) => `Person ${index}`)
  expect(new Set(names.map(avatarColor)).size).toBe(avatarColors.length)
})

it.each(['light', 'dark'] as const)('initials and icons are readable in the %s theme', theme => {
  const colorOf = colorsOf(theme)
  const prefix = theme === 'dark' ? 'dark:' : ''
  for (const { person, agent } of avatarColors) {
    const named = (kind: string) =>
      colorOf(
        `color-${person
          .split(' ')
          .find(each => each.startsWith(`${prefix}${kind}-`))
          ?.slice(prefix.length + kind.length + 1)}`,
      )
    expect([person, contrast(named('text'), named('bg')) >= 4.5]).toEqual([person, true])
    const square = colorOf(theme === 'dark' ? 'color-zinc-700' : 'color-zinc-900')
    const icon = colorOf(`color-${agent.replace('text-', '')}`)
    expect([agent, contrast(icon, square) >= 3]).toEqual([agent, true])
  }
})
