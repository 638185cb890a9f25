/**
 * Returns the fragment of a URL, with its `#`, if it names a place or a route. Returns an empty text for
 * others, which may be secrets, such as a token.
 */
export const placeIn = (hash: string): string => (/^#[\w!/-]{1,64}$/.test(hash) ? hash : '')
