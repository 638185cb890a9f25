import { describe, expect, it } from 'vitest'
import { unlinkable } from '#shared/text/unlinkable'

describe('a name in a mail', () => {
  it.each([
    ['evil-login.com/exhibit', 'evil-login. com/exhibit'],
    ['help@evil-login.com', 'help @ evil-login. com'],
    ['evil.test:8080/path', 'evil. test: 8080/path'],
    ['evil\u3002test/x', 'evil\u3002 test/x'],
    ['1.2.3.4/x', '1. 2. 3. 4/x'],
    ['mailto:x@y', 'mailto: x @ y'],
    ['tel:+491234', 'tel: +491234'],
    ['https://evil.test', 'https: //evil. test'],
    ['www.e', 'www. e'],
    ['xn--evil.xn--p1ai', 'xn--evil. xn--p1ai'],
    ['\\\\evil\\share', '\\\\ evil\\share'],
    ['\uff48\uff1a\uff0f\uff0fevil\uff0etest', '\uff48\uff1a \uff0f\uff0fevil\uff0e test'],
    ['evil\u200b.\u00adc\u00adom', 'evil\u200b. com'],
  ])('the name %j gets a space in each part that a mail program would make a link', (name, shown) => {
    expect(unlinkable(name)).toBe(shown)
  })

  it('a control character that is removed does not join the parts of a link', () => {
    expect(unlinkable('evil.\u0007com http:\u0007//x')).toBe('evil. com http: //x')
  })

  it.each([
    'Dr. A. Smith',
    'v1.2',
    'Exhibit 0.9.10',
    'v1.2.3.4',
    'J.R.R. Tolkien',
    'Ph.D.',
    '@ann',
    'Team: Alpha',
    '12:30',
    '\u9805\u76ee\uff1a\u7d50\u5e33',
  ])('the name %j is not changed, as no mail program makes it a link', name => {
    expect(unlinkable(name)).toBe(name)
  })

  it('a name of a technology, such as Node.js, stays readable in a mail', () => {
    expect(unlinkable('Node.js')).toBe('Node. js')
  })
})
