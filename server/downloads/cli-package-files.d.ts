/** The npm package of the command line: a virtual module that `scripts/build/cli-package.mjs` generates. */
declare module '#cli-package' {
  /** The `CliPackageFiles` as JSON that is compressed with gzip and encoded in Base64. */
  export const encoded: string
}
