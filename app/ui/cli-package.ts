/** The path of the npm package of the command line, which the build fills in. */
export const cliPackage: string = process.env.CLI_PACKAGE ?? ''
