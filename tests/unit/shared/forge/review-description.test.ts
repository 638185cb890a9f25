import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import { MAX_DESCRIPTION, withEvidence } from '#shared/forge/review-description'

const review = (id = 'rev_1') => ({ id, title: 'Totals wrap', url: `https://exhibit.example/reviews/${id}` })
const artifact = (title: string) =>
  ({
    kind: 'image',
    title,
    url: 'https://exhibit.example/reviews/rev_1#art_1',
    description: null,
    variationGroup: null,
    preferred: false,
    route: null,
    embedUrl: 'https://exhibit.example/e/pinned',
    latestEmbedUrl: 'https://exhibit.example/e/latest',
    latestPosterUrl: null,
    revisions: [],
    currentRevision: null,
    threadCounts: { open: 0, addressed: 0, resolved: 0, total: 0 },
  }) as unknown as Artifact
const write = (description: string, titles = ['Cart'], id?: string) =>
  withEvidence(description, { review: review(id), artifacts: titles.map(artifact) })

describe('the description of a pull request', () => {
  it('the evidence is added at the end of a pull request description, with the latest pictures', () => {
    const block = write('')
    expect(block).toMatch(/^<!-- exhibit:start rev_1 -->\n\n### Totals wrap\n\n[^]+\n\n<!-- exhibit:end -->$/)
    expect(block).toContain('[![Cart](https://exhibit.example/e/latest)]')
    expect(block).not.toContain('pinned')
    expect(write('Fixes #7.')).toBe(`Fixes #7.\n\n${block}`)
    expect(write('Fixes #7.\n')).toBe(`Fixes #7.\n\n${block}`)
    expect(write('Fixes #7.\r\n\r\n')).toBe(`Fixes #7.\r\n\r\n${block}`)
  })

  it('a later push replaces only its own block in a pull request description, wherever it is', () => {
    const [before, after] = ['Fixes #7.\r\n\r\n| a |\t\n', '\r\n\r\n<!-- note -->  $& $1\n']
    const moved = before + write('') + after
    expect(write(moved)).toBe(moved)
    expect(write(moved, ['Menu'])).toBe(before + write('', ['Menu']) + after)
    const stored = moved.replaceAll(/\r?\n/g, '\r\n')
    expect(write(stored)).toBe(stored)
  })

  it('the evidence is written at the markers of a pull request template, which name no review', () => {
    const template = '## Pictures\n<!-- exhibit:start --><!-- exhibit:end -->\n## Tests\n'
    expect(write(template)).toBe(`## Pictures\n${write('')}\n## Tests\n`)
  })

  it('two reviews of one pull request each have a block in the description', () => {
    const first = write('')
    const second = write('', ['Menu'], 'rev_2')
    expect(write(first, ['Menu'], 'rev_2')).toBe(`${first}\n\n${second}`)
    expect(write(`${first}\n\n${second}`, ['New'])).toBe(`${write('', ['New'])}\n\n${second}`)
  })

  it('text next to a lone marker in a pull request description is never part of a block', () => {
    const broken = '<!-- exhibit:start -->\nMine.\n<!-- exhibit:end\n'
    const once = write(broken)
    expect(once).toBe(`${broken}\n${write('')}`)
    expect(write(once, ['Menu'])).toBe(`${broken}\n${write('', ['Menu'])}`)
    const ended = 'Mine.\n<!-- exhibit:end -->'
    expect(write(ended)).toBe(`${ended}\n\n${write('')}`)
  })

  it('a marker in the title of evidence cannot end a block in a pull request description', () => {
    const once = write('Mine.', ['<!-- exhibit:end -->'])
    expect(once.match(/<!-- exhibit:end -->/g)).toHaveLength(1)
    expect(write(once, ['Cart'])).toBe(write('Mine.'))
  })

  it('evidence is left out if the pull request description would exceed 65,536 characters', () => {
    const titles = ['One', 'Two', 'Three']
    const whole = write('', titles).length
    const fits = 'x'.repeat(MAX_DESCRIPTION - whole - 2)
    expect(write(fits, titles)).toHaveLength(MAX_DESCRIPTION)
    const cut = write(`${fits}x`, titles)
    expect(cut.length).toBeLessThan(MAX_DESCRIPTION)
    expect(cut).toContain('[1 more in Totals wrap](https://exhibit.example/reviews/rev_1)')
    expect(cut).not.toContain('Three')
    expect(() => write('x'.repeat(MAX_DESCRIPTION), titles)).toThrow('no space')
  })
})
