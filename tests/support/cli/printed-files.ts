import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../paths'

/**
 * Returns the files that a document prints completely, as code blocks that begin with a comment that only has
 * the name of the file.
 */
export async function printedFiles(document: string): Promise<{ name: string; text: string }[]> {
  const markdown = await readFile(join(root, document), 'utf8')
  return [...markdown.matchAll(/^```\w+\n(?:\/\/|#) (\S+\.\w+)\n([^]*?)^```/gm)].map(
    ([, name = '', text = '']) => ({
      name,
      text,
    }),
  )
}
