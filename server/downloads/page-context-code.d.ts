/** The code of `pageContext`: a virtual module that `scripts/build/server-build.mjs` generates. */
declare module '#page-context' {
  /** An expression whose value is the function `pageContext` of `cli/capture/page`, encoded in Base64. */
  export const encoded: string
}
