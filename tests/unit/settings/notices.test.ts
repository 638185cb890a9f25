import { describe, expect, it } from 'vitest'
import { parseSettings } from '~~/server/settings'
import { SettingsError } from '~~/server/settings/error'

const noticesOf = (env: Record<string, string>) => parseSettings({ DATA_DIR: '/tmp', ...env }).notices
const faultOf = (env: Record<string, string>): string => {
  try {
    noticesOf(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
  }
  return ''
}

describe('the notices of the operator', () => {
  it('a banner supports links, but no other Markdown and no HTML', () => {
    expect(noticesOf({})).toEqual({ banner: [], legalLinks: [] })
    expect(
      noticesOf({ BANNER: ' Down on *Sunday*, see [the <b>status</b>](https://s.example/a?b=1). ' }).banner,
    ).toEqual([
      { text: 'Down on *Sunday*, see ', url: null },
      { text: 'the <b>status</b>', url: 'https://s.example/a?b=1' },
      { text: '.', url: null },
    ])
  })

  it('a banner has at most 300 characters in one line, and only https links', () => {
    expect(noticesOf({ BANNER: 'x'.repeat(300) }).banner).toHaveLength(1)
    expect(faultOf({ BANNER: 'x'.repeat(301) })).toContain('BANNER: must have at most 300 characters')
    expect(faultOf({ BANNER: 'a\nb' })).toContain('BANNER: must be one line of text')
    for (const url of ['http://a.example', 'javascript:alert(1)', '/path'])
      expect(faultOf({ BANNER: `See [this](${url})` })).toContain('BANNER: has a link that is not written as')
  })

  it('legal links have a label and an https address, and there are at most five', () => {
    const link = (number: number) => `L${number}=https://a.example/${number}?x=1`
    const five = [1, 2, 3, 4, 5].map(link).join(', ')
    expect(noticesOf({ LEGAL_LINKS: five }).legalLinks).toHaveLength(5)
    expect(noticesOf({ LEGAL_LINKS: link(1) }).legalLinks).toEqual([
      { label: 'L1', url: 'https://a.example/1?x=1' },
    ])
    for (const wrong of [
      `${five},${link(6)}`,
      'https://a.example',
      'A=http://a.example',
      'A=',
      `${link(1)},`,
    ])
      expect(faultOf({ LEGAL_LINKS: wrong })).toContain('LEGAL_LINKS: must be at most 5 links')
    expect(faultOf({ LEGAL_LINKS: `${'x'.repeat(41)}=https://a.example` })).toContain('LEGAL_LINKS')
    expect(noticesOf({ LEGAL_LINKS: `${'x'.repeat(40)}=https://a.example` }).legalLinks).toHaveLength(1)
  })
})
