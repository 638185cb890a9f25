import { printableLine } from './printable'

/** The dots that separate the labels of a host name (UTS #46), and the similar U+2024. */
const DOT = '[.\u3002\uff0e\uff61\u2024]'
/** Invisible characters, which programs may remove before they look for links. */
const HIDDEN = '\\p{Cf}*'

/** A label that may be a top-level domain: at least two characters, the first a letter. */
const TOP_LABEL = `${HIDDEN}\\p{L}${HIDDEN}[\\p{L}\\p{N}\\p{M}-]`
/**
 * Matches the dot before a possible top-level domain, or after `www`. Does not match the dots in `v1.2`,
 * `J.R.R.` and `Ph.D.`.
 */
const dotOfHost = new RegExp(
  `(?<=[\\p{L}\\p{N}\\p{M}\\p{Cf}-])${DOT}(?=${TOP_LABEL})|(?<=\\bwww)${DOT}(?=\\S)`,
  'giu',
)

/** An IPv4 address. A version such as 1.2.3 has fewer parts. */
const ipv4 = new RegExp(`(?<![\\p{L}\\p{N}])\\d{1,3}(?:${DOT}\\d{1,3}){3}(?!\\d)`, 'gu')
const dots = new RegExp(DOT, 'gu')

/** The end of the scheme of a URL, such as `https:` and `mailto:`. */
const scheme = /(?<=[a-z][a-z0-9+.-]*\p{Cf}*):(?=\S)|\uff1a(?=[/\uff0f])/giu

/** The beginning of a Windows share, `\\server`. */
const share = /\\\\(?=\S)/g

/**
 * Returns a name that people chose on one line, without control characters, and with no text that mail
 * programs and chats turn into a link: names of hosts, IPv4 addresses, URLs and email addresses. A space is
 * inserted in each, as in `evil. example` and `ann @ evil. example`, because no program continues a link
 * after a space, and readers can see the space. Invisible characters are not used for this: they would get
 * into copied text, and mail filters treat them, and look-alike characters, as a sign of fraud.
 */
export const unlinkable = (name: string): string =>
  printableLine(name)
    .replace(dotOfHost, '$& ')
    .replace(ipv4, address => address.replace(dots, '$& '))
    .replace(scheme, '$& ')
    .replace(share, '$& ')
    .replace(/(?<=\S)[@\uff20](?=\S)/gu, ' $& ')
