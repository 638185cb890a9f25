import { describe, expect, it } from 'vitest'
import { relativeTime, shortCommit } from '~/ui/format'
import { segmentsOf } from '~/conversation/rich-text'
import { idPattern, newId } from '#shared/ids'
import { escapeMarkdown, evidenceMarkdown, reviewMarkdown } from '#shared/markdown'
import { evidenceUnits, mediaLife, plans } from '#shared/plans'
import { DAY } from '#shared/time'

describe('ids', () => {
  it('match their own pattern and no other', () => {
    expect(newId('review')).toMatch(idPattern('review'))
    expect(newId('review')).not.toMatch(idPattern('artifact'))
    expect('rev_../x').not.toMatch(idPattern('review'))
  })
})

describe('evidence units', () => {
  it('are 1 for an image, and 1 for each 15 seconds of video that were started', () => {
    expect([
      evidenceUnits('image', null),
      evidenceUnits('video', 0),
      evidenceUnits('video', 15_000),
      evidenceUnits('video', 15_001),
      evidenceUnits('video', 60_000),
    ]).toEqual([1, 1, 1, 2, 4])
  })
})

describe('media life', () => {
  it("ends with the plan's visible window, comes back with a wider plan, and is over once deletion is recorded", () => {
    const at = (days: number, plan: 'free' | 'team' = 'free', deleted: number | null = null) =>
      mediaLife(0, deleted, plan, 'plan', days * DAY).state
    expect([at(13.9), at(14), at(400)]).toEqual(['active', 'expired', 'expired'])
    expect(at(14, 'team')).toBe('active')
    expect(at(1, 'team', 5)).toBe('deleted')
    expect(mediaLife(0, null, 'free', 'plan', 0)).toMatchObject({ expiresAt: 14 * DAY, deletesAt: 28 * DAY })
    expect(mediaLife(0, null, 'free', 'off', 1e15)).toEqual({
      state: 'active',
      expiresAt: null,
      deletesAt: null,
    })
  })

  it("knows every plan's windows", () => {
    expect(
      Object.values(plans).map(plan => [plan.id, plan.retention.visibleDays, plan.retention.recoverableDays]),
    ).toEqual([
      ['unclaimed', 5, 7],
      ['free', 14, 14],
      ['team', 365, 30],
    ])
  })
})

describe('Markdown', () => {
  const evidence = {
    kind: 'image' as const,
    title: 'A',
    description: null,
    variationGroup: null,
    preferred: false,
    route: null,
    url: 'https://x/r#a',
    embedUrl: 'https://x/e/1',
    posterUrl: null,
  }

  it('links an image, a poster, or plainly', () => {
    expect(evidenceMarkdown(evidence)).toBe('[![A](https://x/e/1)](https://x/r#a)')
    expect(evidenceMarkdown({ ...evidence, kind: 'video', posterUrl: 'https://x/e/2' })).toBe(
      '[![▶ A](https://x/e/2)](https://x/r#a)',
    )
    expect(evidenceMarkdown({ ...evidence, kind: 'video' })).toBe('[▶ A](https://x/r#a)')
    expect(evidenceMarkdown({ ...evidence, embedUrl: null })).toBe('')
  })

  it('ends with a link to annotate and leaves out what is in flight', () => {
    const text = reviewMarkdown({ title: 'T', url: 'https://x/r' }, [
      evidence,
      { ...evidence, embedUrl: null, title: 'Later' },
    ])
    expect(text.endsWith('[Annotate and comment](https://x/r)')).toBe(true)
    expect(text).not.toContain('Later')
  })

  it('takes what people typed literally', () => {
    expect(escapeMarkdown('![x](http://evil) <img> @org/team **b**\n# h')).toBe(
      '\\!\\[x\\]\\(http:\u200B//evil\\) &lt;img&gt; @\u200Borg/team \\*\\*b\\*\\* \\# h',
    )
    expect(escapeMarkdown('1. www.evil.example')).toBe('1\\. www\u200B.evil.example')
  })

  it('keeps a route on its line', () => {
    const captionOf = (route: string) =>
      reviewMarkdown({ title: 'T', url: 'https://x/r' }, [{ ...evidence, route }]).split('\n\n')[1]
    expect(captionOf('/a`b\n\n# Injected [x](http://evil)')).toBe('**A** · `/ab # Injected [x](http://evil)`')
    expect(captionOf(' ` ')).toBe('**A**')
  })
})

describe('comment text', () => {
  it('becomes text, code and safe links only', () => {
    expect(segmentsOf('See https://a.example/x?y=1. and `code` <b>no</b>')).toEqual([
      { type: 'text', text: 'See ' },
      { type: 'link', text: 'https://a.example/x?y=1' },
      { type: 'text', text: '. and ' },
      { type: 'code', text: 'code' },
      { type: 'text', text: ' <b>no</b>' },
    ])
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'JAVASCRIPT://https', 'file:///etc/passwd'])(
    'never links %s',
    text => {
      expect(segmentsOf(text).every(segment => segment.type === 'text')).toBe(true)
    },
  )

  it('loses no character', () => {
    for (const text of ['', '``', 'a`b`c', 'https://', 'https://a.example)))', '`https://a.example`'])
      expect(
        segmentsOf(text)
          .map(each => (each.type === 'code' ? `\`${each.text}\`` : each.text))
          .join(''),
      ).toBe(text)
  })
})

describe('times and commits', () => {
  it('read as people say them', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), now)
    expect([
      ago(5000),
      ago(12 * 60_000),
      ago(3 * 3_600_000),
      ago(30 * 3_600_000),
      ago(4 * DAY),
      ago(60 * DAY),
    ]).toEqual(['just now', '12 min', '3 h', 'yesterday', '4 d', '2026-09-22'])
    expect([shortCommit('9f31c2e0aa11bb22'), shortCommit('main')]).toEqual(['9f31c2e', 'main'])
  })
})
