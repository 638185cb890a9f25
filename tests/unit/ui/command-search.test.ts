import { describe, expect, it } from 'vitest'
import { findCommands, MAX_ROWS, type Command } from '~/ui/command-search'

const command = (group: Command['group'], label: string, detail?: string): Command => ({
  id: label,
  group,
  label,
  detail,
  run: () => {},
})
const labels = (commands: Command[], typed: string) =>
  findCommands(commands, typed).map(group => [group.title, ...group.commands.map(each => each.label)])

describe('findCommands', () => {
  const commands = [
    command('Settings', 'People'),
    command('Go to', 'Inbox'),
    command('Evidence', 'Überblick'),
    command('Reviews', 'New checkout', 'Acme web'),
    command('Reviews', 'Checkout totals', 'Shop'),
    command('Reviews', 'Recheckouts'),
  ]

  it('shows the groups in their order while nothing is typed, and a part of long groups', () => {
    expect(labels(commands, ' ').map(([title]) => title)).toEqual([
      'Evidence',
      'Go to',
      'Reviews',
      'Settings',
    ])
    const many = Array.from({ length: 200 }, (_, index) => command('Evidence', `Page ${index}`))
    expect(findCommands(many, '')[0]?.commands).toHaveLength(MAX_ROWS.idle)
    expect(findCommands(many, 'page')[0]?.commands).toHaveLength(MAX_ROWS.query)
  })

  it('sorts labels that begin with the query first, then those with a word that does, then the rest', () => {
    expect(labels(commands, 'check')).toEqual([['Reviews', 'Checkout totals', 'New checkout', 'Recheckouts']])
  })

  it('requires every word in label, details or heading, without regard to case and accents', () => {
    expect(labels(commands, 'ACME check')).toEqual([['Reviews', 'New checkout']])
    expect(labels(commands, 'ub')).toEqual([['Evidence', 'Überblick']])
    expect(labels(commands, 'settings peo')).toEqual([['Settings', 'People']])
    expect(labels(commands, 'nothing like it')).toEqual([])
  })

  it('lets the best hit lead the groups', () => {
    expect(
      labels([command('Evidence', 'The dark page'), command('Theme', 'Dark')], 'dark').map(
        ([title]) => title,
      ),
    ).toEqual(['Theme', 'Evidence'])
  })
})
