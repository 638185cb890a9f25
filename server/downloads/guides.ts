// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- The file only declares a module.
/// <reference path="./guide-files.d.ts" />
import { files } from '#guides'
import { guidePath, guides } from '#shared/documents/guides'
import type { ServerInfo } from '#shared/documents/server-info'
import { fillDocument } from '#shared/documents/skill'

/** Returns the document with a path, such as `/docs/mcp.md`, with the URLs of this server in it. */
export function guideAt(path: string, server: ServerInfo): string {
  const name = guides.find(each => guidePath(each) === path)
  if (!name) throw new Error(`There is no document ${path}.`)
  return fillDocument(files[`${name}.md`], server)
}
