/** The version of Exhibit in this build, which `package.json` has; `development` without a build. */
export const version = (process.env.CLI_BUILD ?? 'development').split('+')[0] ?? ''
