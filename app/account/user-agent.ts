import { devices as text } from '~/text/settings'

/* eslint-disable no-restricted-syntax -- the names of products */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
/* eslint-enable no-restricted-syntax */

/** Returns the names of the browser and the operating system in a User-Agent header: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  const header = userAgent ?? ''
  const nameIn = (list: typeof browsers) => list.find(([, pattern]) => pattern.test(header))?.[0]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  if (browser && system) return text.browserOn(browser, system)
  // The header of a program, such as "curl/8.5.0", starts with the program's name.
  return browser ?? system ?? (header.split(/[\s/]/)[0] || text.unknown)
}
