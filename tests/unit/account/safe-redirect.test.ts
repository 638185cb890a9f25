import { describe, expect, it } from 'vitest'
import { safeRedirect } from '~/account/safe-redirect'

describe('safeRedirect', () => {
  it('safeRedirect accepts a path of this server, with query and fragment', () => {
    for (const path of [
      '/',
      '/settings/people',
      '/reviews/rev_1?revision=2&compare=swipe#thr_1',
      '/device?user_code=ABCD-EFGH',
      '/claim/a-b_c',
      '/search?q=a%2Fb%5C%20%25',
      '/r/x#//y',
    ])
      expect([path, safeRedirect(path)]).toEqual([path, path])
  })

  it('safeRedirect rejects URLs of other sites', () => {
    for (const path of [
      'https://evil.example',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/a\\..\\evil',
      'javascript:alert(1)',
      'evil.example',
      ' /',
      '',
      '/.//evil.example',
      '/a/..//evil.example',
    ])
      expect([path, safeRedirect(path)]).toEqual([path, '/'])
  })

  it('safeRedirect rejects control characters, which browsers remove from a URL', () => {
    for (const code of [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, i) => 0x7f + i)]) {
      const character = String.fromCharCode(code)
      for (const path of [`/${character}/x`, `${character}//x`, `/x${character}`, `/x?q=${character}`])
        expect([code, safeRedirect(path)]).toEqual([code, '/'])
    }
  })

  it('safeRedirect rejects encoded separators, control characters and percent signs in the path', () => {
    for (const path of [
      '/%2Fevil.example',
      '/%2f/evil.example',
      '/%5Cevil.example',
      '/%5c',
      '/%09/x',
      '/%0A/x',
      '/%0d/x',
      '/%00',
      '/%1f',
      '/%7F',
      '/%252Fevil.example',
      '/a/%2F%2Fb',
    ])
      expect([path, safeRedirect(path)]).toEqual([path, '/'])
  })

  it('safeRedirect rejects values that are not strings, such as a query parameter given twice', () => {
    for (const value of [undefined, null, 1, ['/a', '/b'], {}]) expect(safeRedirect(value)).toBe('/')
  })
})
