import { describe, expect, it } from 'vitest'
import type { ComparisonStatus } from '#shared/contract/comparison'
import type { CollapsibleEvidence } from '#shared/review/changes'
import { escapeMarkdown, evidenceMarkdown, reviewMarkdown } from '#shared/review/markdown'

describe('Markdown', () => {
  const evidence = {
    kind: 'image' as const,
    title: 'A',
    description: null,
    variationGroup: null,
    preferred: false,
    route: null as string | null,
    url: 'https://x/r#a',
    embedUrl: 'https://x/e/1' as string | null,
    posterUrl: null,
    before: null as { embedUrl: string | null; posterUrl: string | null } | null,
    currentRevision: null as CollapsibleEvidence['currentRevision'],
    threadCounts: { open: 0, addressed: 0 },
  }
  const captioned = (changes: Partial<typeof evidence> = {}) => {
    const changed = { ...evidence, ...changes }
    return { ...changed, markdown: evidenceMarkdown(changed) }
  }

  it('the Markdown of evidence links an image, a poster or the title of a video to the review', () => {
    expect(evidenceMarkdown(evidence)).toBe('[![A](https://x/e/1)](https://x/r#a)')
    expect(evidenceMarkdown({ ...evidence, kind: 'video', posterUrl: 'https://x/e/2' })).toBe(
      '[![▶ A](https://x/e/2)](https://x/r#a)',
    )
    expect(evidenceMarkdown({ ...evidence, kind: 'video' })).toBe('[▶ A](https://x/r#a)')
    expect(evidenceMarkdown({ ...evidence, embedUrl: null })).toBe('')
  })

  it('the Markdown of evidence shows the state before a change next to the state after it', () => {
    const before = { embedUrl: 'https://x/e/0', posterUrl: null }
    expect(evidenceMarkdown({ ...evidence, title: 'A | B', before })).toBe(
      '| Before | After |\n|---|---|\n' +
        '| [![A \\| B, before](https://x/e/0)](https://x/r#a) | [![A \\| B](https://x/e/1)](https://x/r#a) |',
    )
    expect(evidenceMarkdown({ ...evidence, kind: 'video', before })).toContain(
      '| [▶ A, before](https://x/r#a) | [▶ A](https://x/r#a) |',
    )
    expect(evidenceMarkdown({ ...evidence, title: 'Before and after', before })).toContain(
      '| [![Before the change](https://x/e/0)](https://x/r#a) | [![After the change](https://x/e/1)]',
    )
    expect(evidenceMarkdown({ ...evidence, embedUrl: null, before })).toBe('')
  })

  it('the Markdown of a review ends with a link to annotate, and omits incomplete artifacts', () => {
    const text = reviewMarkdown({ title: 'T', url: 'https://x/r' }, [
      captioned(),
      captioned({ embedUrl: null, title: 'Later' }),
    ])
    expect(text).toContain('**A**\n\n[![A](https://x/e/1)](https://x/r#a)')
    expect(text.endsWith('[Annotate and comment](https://x/r)')).toBe(true)
    expect(text).not.toContain('Later')
  })

  it('the Markdown of a review counts the changes, and collapses unchanged evidence', () => {
    const compared = (title: string, status: ComparisonStatus, differsFromItself = false) =>
      captioned({ title, currentRevision: { baseline: { status }, differsFromItself } })
    const pieces = [
      compared('Cart', 'same'),
      compared('Menu', 'changed'),
      compared('Help', 'new'),
      compared('Old', 'expired'),
    ]
    const text = reviewMarkdown({ title: 'T', url: 'https://x/r' }, pieces)
    const commented = (open: number, addressed: number) =>
      captioned({ ...compared('Cart', 'same'), threadCounts: { open, addressed } })
    for (const each of [commented(1, 0), commented(0, 1), compared('Cart', 'same', true)])
      expect(reviewMarkdown({ title: 'T', url: 'https://x/r' }, [each])).toContain('**Cart**')
    expect(text.split('\n\n').filter(part => !part.startsWith('[!['))).toEqual([
      '### T',
      '1 changed, 1 new, 1 same as accepted, 1 not compared, since the accepted media has expired',
      '**Menu**',
      '**Help**',
      '**Old**',
      '<details><summary>1 same as accepted</summary>',
      '- [Cart](https://x/r#a)',
      '</details>',
      '[Annotate and comment](https://x/r)',
    ])
    const [, first] = reviewMarkdown({ title: 'T', url: 'https://x/r' }, [compared('Help', 'new')]).split(
      '\n\n',
    )
    expect(first).toBe('**Help**')
  })

  it('the Markdown of evidence escapes markup, links and mentions in titles', () => {
    expect(escapeMarkdown('![x](http://evil) <img> @org/team **b**\n# h')).toBe(
      '\\!\\[x\\]\\(http:\u200B//evil\\) &lt;img&gt; @\u200Borg/team \\*\\*b\\*\\* \\# h',
    )
    expect(escapeMarkdown('Total \u202Egnp.exe\u2066 \u001B[31mred')).toBe('Total gnp.exe \\[31mred')
    expect(escapeMarkdown('1. www.evil.example')).toBe('1\\. www\u200B.evil.example')
  })

  it('the Markdown of evidence shows a route on one line as code', () => {
    const captionOf = (route: string) =>
      reviewMarkdown({ title: 'T', url: 'https://x/r' }, [captioned({ route })]).split('\n\n')[1]
    expect(captionOf('/a`b\n\n# Injected [x](http://evil)')).toBe('**A** · `/ab # Injected [x](http://evil)`')
    expect(captionOf(' ` ')).toBe('**A**')
  })
})
