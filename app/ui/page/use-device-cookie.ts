const A_YEAR = 365 * 86_400

/**
 * A value that this device stores for a year, in a cookie, so that the server knows it when it renders. The
 * value may be any JSON; check it, because anyone can change a cookie. Nuxt's `useCookie` would add 4 kB to
 * every page; VueUse's `useCookies` needs another package.
 */
export function useDeviceCookie(name: string): Ref<unknown> {
  const header = import.meta.server ? useRequestHeaders(['cookie']).cookie : document.cookie
  const value = ref(readCookie(header ?? '', name))
  watch(value, now => {
    const text = encodeURIComponent(JSON.stringify(now))
    document.cookie = `${name}=${text}; Max-Age=${A_YEAR}; Path=/; SameSite=Lax`
  })
  return value
}

/** Reads the JSON value of a cookie from a header (RFC 6265, 4.2); undefined if the cookie is missing. */
function readCookie(header: string, name: string): unknown {
  const start = `${name}=`
  const pair = header.split('; ').find(each => each.startsWith(start))
  if (!pair) return undefined
  try {
    return JSON.parse(decodeURIComponent(pair.slice(start.length)))
  } catch {
    return undefined
  }
}
