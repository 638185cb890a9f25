/** The version of Exhibit, which the build copies from `package.json`; `development` if there is no build. */
export const version = (process.env.CLI_BUILD ?? 'development').split('+')[0] ?? ''

/** The commit from which this build was made, abbreviated; null if the build did not know it. */
export const commit = process.env.BUILD_COMMIT || null
