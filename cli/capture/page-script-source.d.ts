/** The code of `cli/capture/page`: a virtual module that `scripts/build/page-script.mjs` generates. */
declare module '#page-script' {
  /** An expression whose value is the function `pageContext`. */
  export const pageContextCode: string
  /** An expression whose value is the function `reportActions`. */
  export const actionsCode: string
}
