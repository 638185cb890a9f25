import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../paths'

/**
 * Returns the TypeScript files that a document prints completely, as code blocks that begin with a file name.
 */
export async function printedFiles(document: string): Promise<{ name: string; text: string }[]> {
  const markdown = await readFile(join(root, document), 'utf8')
  return [...markdown.matchAll(/^```ts\n\/\/ (\S+)\n([^]*?)^```/gm)].map(([, name = '', text = '']) => ({
    name,
    text,
  }))
}
