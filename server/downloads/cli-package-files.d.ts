/** The npm package of the command line: a virtual module that `scripts/build/cli-package.mjs` generates. */
declare module '#cli-package' {
  /** The {@link CliPackageFiles} as JSON, compressed by gzip, in Base64. */
  export const encoded: string
}
