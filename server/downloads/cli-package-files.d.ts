/** The npm package of the command line: a module that `scripts/cli-package.mjs` makes. */
declare module '#cli-package' {
  /** The {@link CliPackageFiles} as JSON, compressed by gzip, in Base64. */
  export const encoded: string
}
