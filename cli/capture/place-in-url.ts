/**
 * Returns the fragment of a URL, with its `#`, if it looks like the id of an element or a route. Returns an
 * empty text for other fragments, because they may contain a secret such as a token.
 */
export const placeIn = (hash: string): string => (/^#[\w!/-]{1,64}$/.test(hash) ? hash : '')
