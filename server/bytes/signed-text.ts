/** A request body in text form, whose signature is verified before the body is parsed. */
export interface SignedText {
  text: string
  /** Returns a header of the request, such as the one with the signature; undefined if it is missing. */
  header: (name: string) => string | undefined
}
