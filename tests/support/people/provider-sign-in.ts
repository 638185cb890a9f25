import { caller, type Call } from '../server/client'
import { RedirectClient } from './redirects'
import type { TestServer } from '../server/server'

/** The result of a sign-in through a provider. */
export interface ProviderSignIn {
  /** The error code of a failed sign-in; null after a success. */
  error: string | null
  /** The URL of the page to which the browser has returned from the provider. */
  page: URL
  /** Calls the server with the cookies of the browser. */
  call: Call
  browser: RedirectClient
}

interface Options {
  browser?: RedirectClient
  provider?: string
  invitation?: string
  /** Whether to link the provider to the account of the browser's session, instead of signing in. */
  link?: boolean
}

/** Requests the URL of a provider from the server, as the sign-in page and the account settings do. */
export function beginSignIn(server: TestServer, options: Options = {}): Promise<Response> {
  const { browser = new RedirectClient(), provider = 'oidc', invitation, link = false } = options
  const back = link ? '/settings/account' : '/sign-in?redirect=%2F'
  return browser.post(`${server.url}/api/auth/${link ? 'link-social' : 'sign-in/social'}`, {
    provider,
    callbackURL: back,
    errorCallbackURL: back,
    ...(invitation && { additionalData: { invitation } }),
  })
}

/**
 * Signs in through the OpenID provider, or links it. Ends at the page of the server to which the browser
 * returns.
 */
export async function signInThrough(server: TestServer, options: Options = {}): Promise<ProviderSignIn> {
  const browser = options.browser ?? new RedirectClient()
  const begun = await beginSignIn(server, { ...options, browser })
  if (!begun.ok) throw new Error(await begun.text())
  const { url } = (await begun.json()) as { url: string }
  const page = await browser.follow(url, at => at.origin === server.url && !at.pathname.startsWith('/api/'))
  return {
    error: page.searchParams.get('error'),
    page,
    call: caller(server, { cookie: browser.cookieFor(server.url) }),
    browser,
  }
}
