import { limits } from '#shared/contract/kit/limits'
import { titleOfFile } from '#shared/text/file-title'
import { usageFailure } from '../failure'

/** Returns a file name without an extension for evidence with this title. */
export function fileNameOf(title: string): string {
  const words = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return words.slice(0, 80).replace(/^-|-$/g, '') || 'page'
}

/**
 * Returns the route of a URL (path, query and fragment), and a name that is made of the words in the path:
 * "Settings / Members" for `/settings/members`.
 */
export function describeUrl(url: string): { route: string; name: string } {
  const parsed = URL.parse(url.replaceAll('{port}', '1'))
  if (!parsed || !/^(?:https?|file):$/.test(parsed.protocol))
    throw usageFailure(`"${url}" is not an address.`, 'Give it as http://localhost:3000/cart.')
  const { protocol, search, hash } = parsed
  // The folders in the path of a file are left out, because they describe only this machine.
  const pathname = protocol === 'file:' ? parsed.pathname.replace(/^.*\//, '/') : parsed.pathname
  const path = decode(/^#!?\//.test(hash) ? hash.replace(/^#!?/, '') : pathname)
  const parts = path.split('/').flatMap(part => titleOfFile(part) || [])
  const name = `${parts.join(' / ') || 'Home'}${search === '' ? '' : ` ${decode(search)}`}`
  const route = `${pathname}${search}${hash}`.slice(0, limits.route)
  return { route, name }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
