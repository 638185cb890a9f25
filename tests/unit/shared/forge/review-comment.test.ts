import { describe, expect, it } from 'vitest'
import type { ComparisonStatus } from '#shared/contract/comparison'
import { commentBody, type CommentedEvidence } from '#shared/forge/review-comment'
import { countChanges } from '#shared/review/changes'

const counts = { open: 0, addressed: 0, resolved: 0, total: 0 }
const picture = (after: string, before = '') => ({ before, after })
const evidence = (title: string, more: Partial<CommentedEvidence> = {}): CommentedEvidence => ({
  title,
  route: null,
  pictures: picture(
    `[![${title}](https://exhibit.example/e/abc)](https://exhibit.example/reviews/rev_1#art_1)`,
  ),
  url: 'https://exhibit.example/reviews/rev_1#art_1',
  revisionIndex: 1,
  threadCounts: counts,
  currentRevision: null,
  ...more,
})
const bodyOf = (pieces: CommentedEvidence[]) =>
  commentBody(
    {
      id: 'rev_1',
      title: 'Totals wrap',
      state: 'open',
      url: 'https://exhibit.example/reviews/rev_1',
      threadCounts: counts,
      evidence: pieces,
      changes: countChanges(pieces),
      passes: false,
    },
    { pictures: true },
  )
const rowsOf = (body: string) => body.split('\n').filter(line => line.startsWith('| [')).length

describe('the comment of a review on a pull request', () => {
  it('the comment on a pull request counts the changes, and leaves out unchanged evidence', () => {
    const as = (status: ComparisonStatus) => ({
      currentRevision: { baseline: { status }, differsFromItself: false },
    })
    const body = bodyOf([
      ...Array.from({ length: 36 }, (_, n) => evidence(`Same ${n}`, as('same'))),
      evidence('Menu', as('changed')),
      evidence('Help', as('new')),
    ])
    expect(body).toContain('Waiting for a reviewer · 1 changed, 1 new, 36 same as accepted')
    expect(rowsOf(body)).toBe(2)
    expect(body).not.toContain('Same ')
    expect(body).not.toContain(' more]')
    const commented = { ...as('same'), threadCounts: { ...counts, open: 1 } }
    expect(rowsOf(bodyOf([evidence('Commented', commented)]))).toBe(1)
  })

  it('the comment on a pull request shows 20 pieces of evidence, and links to the review for more', () => {
    const pieces = Array.from({ length: 21 }, (_, n) => evidence(`Step ${n}`))
    expect([rowsOf(bodyOf(pieces.slice(1))), bodyOf(pieces.slice(1)).includes(' more]')]).toEqual([20, false])
    expect(rowsOf(bodyOf(pieces))).toBe(20)
    expect(bodyOf(pieces)).toContain('[1 more](https://exhibit.example/reviews/rev_1)')
  })

  it('the comment on a pull request omits rows that would make it longer than 60,000 characters', () => {
    const long = (length: number) => evidence('Long', { pictures: picture(`[${'x'.repeat(length)}](u)`) })
    const rest = bodyOf([long(0)]).length
    expect(bodyOf([long(60_000 - rest)])).toHaveLength(60_000)
    expect(rowsOf(bodyOf([long(60_000 - rest)]))).toBe(1)
    const body = bodyOf([long(60_001 - rest)])
    expect([rowsOf(body), body.includes('[1 more]')]).toEqual([0, true])
  })

  it('the comment on a pull request has a column for pictures before a change, if any exist', () => {
    const pair = evidence('Cart', { pictures: picture('[![Cart](a)](u)', '[![Cart, before](b)](u)') })
    const body = bodyOf([pair, evidence('Menu', { pictures: picture('[![Menu](c)](u)') })])
    expect(body).toContain(
      '| Before | After | |\n|---|---|---|\n| [![Cart, before](b)](u) | [![Cart](a)](u) |',
    )
    expect(body).toContain('|  | [![Menu](c)](u) | **[Menu]')
    expect(bodyOf([evidence('Menu')])).toContain('| Evidence | |\n|---|---|\n| [![Menu]')
  })

  it('the comment on a pull request omits evidence without a completed revision', () => {
    expect(bodyOf([evidence('Pending', { pictures: picture('') })])).not.toContain('Pending')
  })

  it('the comment on a pull request escapes markup, links and mentions in titles', () => {
    const body = bodyOf([evidence('<b>@ann</b>', { route: '/a|b', pictures: picture('[x](y)') })])
    expect(body).toContain('&lt;b&gt;@\u200Bann&lt;/b&gt;')
    expect(body).toContain('/a\\|b')
  })
})
