/** A client that stores cookies and follows redirects one by one, as a browser does. */
export class RedirectClient {
  private readonly cookies = new Map<string, Map<string, string>>()

  /** Returns the value of the `Cookie` header for a URL. */
  cookieFor(url: string): string {
    const jar = this.cookies.get(new URL(url).origin) ?? new Map<string, string>()
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends one request and stores the cookies of its response. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    const cookie = this.cookieFor(url)
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const { origin } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  /** Sends JSON as a page of the server does. */
  post(url: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'origin': new URL(url).origin }
    return this.send(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /**
   * Follows redirects until `isEnd` returns true for a URL, and returns this URL. Throws if there is no such
   * URL.
   */
  async follow(from: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let url = new URL(from)
    while (!isEnd(url)) {
      const response = await this.send(url.href)
      const location = response.headers.get('location')
      if (!location)
        throw new Error(`${url.href} does not redirect: ${response.status} ${await response.text()}`)
      url = new URL(location, url)
    }
    return url
  }
}
