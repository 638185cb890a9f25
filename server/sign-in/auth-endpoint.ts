/** A request to an endpoint, in the form in which a hook of the authentication library gets it. */
export interface AuthRequest {
  body: unknown
  /** Whether a client sent the request. It is false if this server calls the endpoint itself. */
  isFromClient: boolean
}

/**
 * The result of a check: `body` replaces the body of the request to the authentication library, and
 * `response` is sent without calling the library.
 */
export type CheckedRequest = { body: object } | { response: object }
