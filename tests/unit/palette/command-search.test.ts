import { describe, expect, it } from 'vitest'
import { findCommands, MAX_ROWS, type Command } from '~/palette/command-search'

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
    command('settings', 'People'),
    command('navigation', 'Inbox'),
    command('evidence', 'Überblick'),
    command('reviews', 'New checkout', 'Acme web'),
    command('reviews', 'Checkout totals', 'Shop'),
    command('reviews', 'Recheckouts'),
  ]

  it('without a query, findCommands returns all groups in order, and shortens long groups', () => {
    expect(labels(commands, ' ').map(([title]) => title)).toEqual([
      'Evidence',
      'Go to',
      'Reviews',
      'Settings',
    ])
    const many = Array.from({ length: 200 }, (_, index) => command('evidence', `Page ${index}`))
    expect(findCommands(many, '')[0]?.commands).toHaveLength(MAX_ROWS.idle)
    const [found] = findCommands(many, 'page')
    expect([found?.commands.length, found?.total]).toEqual([MAX_ROWS.query, 200])
  })

  it('findCommands lists matches at the start of a label first, then matches at the start of a word', () => {
    expect(labels(commands, 'check')).toEqual([['Reviews', 'Checkout totals', 'New checkout', 'Recheckouts']])
  })

  it('findCommands requires every word of the query, and ignores case and accents', () => {
    expect(labels(commands, 'ACME check')).toEqual([['Reviews', 'New checkout']])
    expect(labels(commands, 'ub')).toEqual([['Evidence', 'Überblick']])
    expect(labels(commands, 'settings peo')).toEqual([['Settings', 'People']])
    expect(labels(commands, 'nothing like it')).toEqual([])
  })

  it('findCommands lists a command that changes shared data after all other matches', () => {
    const verify = { ...command('comments', 'Verdict: Verified'), last: true }
    const all = [verify, command('comments', 'Give a verdict'), command('settings', 'Edit the verdicts')]
    for (const typed of ['', 'verdict', 'v'])
      expect(findCommands(all, typed)[0]?.commands.map(each => each.label)).toEqual([
        'Give a verdict',
        'Verdict: Verified',
      ])
    expect(labels([verify, command('theme', 'Universal')], 'ver')[0]).toEqual(['Theme', 'Universal'])
  })

  it('the palette lists found evidence below the reviews, in few rows unless nothing else matches', () => {
    const found = Array.from({ length: 10 }, () => command('found', 'Basket'))
    const review = command('reviews', 'Empty the basket')
    const labelsOf = (...others: Command[]) => labels([...found, ...others], 'basket')
    const three = Array.from({ length: MAX_ROWS.found }, () => 'Basket')
    expect(labelsOf(review)).toEqual([
      ['Reviews', 'Empty the basket'],
      ['Evidence in reviews', ...three],
    ])
    expect(labelsOf(command('settings', 'Empty the basket'))[0]).toEqual(['Evidence in reviews', ...three])
    expect(labelsOf()[0]).toHaveLength(1 + found.length)
  })

  it('findCommands sorts the groups by their best match', () => {
    expect(
      labels([command('evidence', 'The dark page'), command('theme', 'Dark')], 'dark').map(
        ([title]) => title,
      ),
    ).toEqual(['Theme', 'Evidence'])
  })
})
