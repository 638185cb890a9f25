import { expect, it } from 'vitest'
import { browserCommand } from '../../../cli/commands/open'

it('`exhibit open` opens the page of a review in the default browser of each platform', () => {
  const url = 'https://exhibit.example.org/reviews/rev_1'
  expect(browserCommand(url, 'linux')).toEqual(['xdg-open', url])
  expect(browserCommand(url, 'darwin')).toEqual(['open', url])
  expect(browserCommand(url, 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', url])
  expect(browserCommand('http://127.0.0.1:3000/reviews/rev_1', 'linux')).not.toBeNull()
})

it.each([
  String.raw`\\evil.example\share\setup.exe`,
  String.raw`C:\Windows\System32\calc.exe`,
  '/tmp/evil.desktop',
  'file:///tmp/evil.desktop',
  'smb://evil.example/share/setup.exe',
  '-a',
  'javascript:alert(1)',
  '',
])('`exhibit open` does not open %j, which a hostile server may name as the URL of a review', url => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(browserCommand(url, platform)).toBeNull()
})
