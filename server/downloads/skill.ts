// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- The file only declares a module.
/// <reference path="./skill-files.d.ts" />
import { files } from '#skill'
import type { ServerInfo } from '#shared/documents/server-info'
import { fillDocument, standaloneSkill, type SkillFile } from '#shared/documents/skill'

/**
 * Returns a file of the skill for coding agents. Its placeholders are replaced by the URLs of this server.
 */
export const skillFile = (path: SkillFile, server: ServerInfo): string => fillDocument(files[path], server)

/** Returns `SKILL.md` as a standalone document. */
export const skillDocument = (server: ServerInfo): string =>
  standaloneSkill(skillFile('SKILL.md', server), server.publicUrl)
