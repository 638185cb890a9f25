/** The version of Exhibit, which the build copies from `package.json`; `development` if there is no build. */
export const version = (process.env.CLI_BUILD ?? 'development').split('+')[0] ?? ''
