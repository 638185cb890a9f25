import type { ServerInfo } from './server-info'

/**
 * The files of the agent skill. They are in `skills/exhibit/`, and `exhibit skill install` writes them to a
 * folder.
 */
export const skillFiles = ['SKILL.md', 'references/http.md'] as const
export type SkillFile = (typeof skillFiles)[number]

/**
 * The placeholders in the files of `skills/exhibit/` and of the guides in `docs/`. They are replaced by the
 * values of an actual server.
 */
const EXAMPLE_SERVER = 'https://exhibit.example'
const EXAMPLE_CLIENT = 'client_id=exhibit-cli'
const EXAMPLE_CLI = `${EXAMPLE_SERVER}/cli.tgz`

/** Returns a document in which the placeholders are replaced by the values of a server. */
export const fillDocument = (text: string, { publicUrl, cliUrl, cliClientId }: ServerInfo): string =>
  text
    .replaceAll(EXAMPLE_CLI, cliUrl)
    .replaceAll(EXAMPLE_SERVER, publicUrl)
    .replaceAll(EXAMPLE_CLIENT, `client_id=${cliClientId}`)

/**
 * Returns `SKILL.md` for a reader who does not have the other files of the skill. It contains the URLs of the
 * other files instead of their paths.
 */
export const standaloneSkill = (text: string, publicUrl: string): string =>
  skillFiles
    .filter(path => path !== 'SKILL.md')
    .reduce((filled, path) => filled.replaceAll(`\`${path}\``, `\`${publicUrl}/skill/${path}\``), text)
