/** The version of Exhibit in this build, from `package.json`; `development` without a build. */
export const version = (process.env.CLI_BUILD ?? 'development').split('+')[0] ?? ''
