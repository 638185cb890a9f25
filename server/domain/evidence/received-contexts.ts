import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { PutContextBody, type RevisionContext } from '#shared/contract/context'
import { limits } from '#shared/contract/kit/limits'
import { exactBytes } from '#shared/contract/kit/sizes'
import { AppError, invalid } from '#shared/errors'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import { parseJsonInTurn } from '~~/server/bytes/json-object'
import { parseFields } from '~~/server/errors/parse-input'

const CONTEXT = 'context'

/**
 * Returns the contexts in a form by the file to which they belong: the last file before the context. Throws
 * `invalid_request` if there is no file before a context, or if a file has two contexts.
 */
export function contextsOf(received: readonly ReceivedFile[]): Map<ReceivedFile, ReceivedFile> {
  const contexts = new Map<ReceivedFile, ReceivedFile>()
  let file: ReceivedFile | undefined
  for (const each of received) {
    if (each.part === 'poster') continue
    if (each.part !== CONTEXT) {
      file = each
      continue
    }
    if (!file || contexts.has(file))
      throw invalid(
        CONTEXT,
        file ? `"${file.name}" has two contexts.` : 'The first "context" has no file before it.',
        "Send each context right after its file: curl -F 'files=@cart.png' -F 'context=@cart.json'.",
      )
    contexts.set(file, each)
  }
  return contexts
}

/** The validated context of a picture or video, in the temporary folder of the multipart request. */
export interface StoredContext {
  path: string
}

/**
 * Writes the validated context to the file of the received context. If the contexts of a form were in memory
 * until its last picture was processed, they could take more than 100 MiB.
 */
export async function storeContext({ path }: ReceivedFile, context: RevisionContext): Promise<StoredContext> {
  await writeFile(path, JSON.stringify(context))
  return { path }
}

export const readStoredContext = async ({ path }: StoredContext): Promise<RevisionContext> =>
  JSON.parse(await readFile(path, 'utf8')) as RevisionContext

/** Reads a received context. Throws `invalid_request`, which names the invalid field by its path. */
export async function readReceivedContext({ name, path, bytes }: ReceivedFile): Promise<RevisionContext> {
  if (bytes > limits.contextBytes)
    throw invalid(
      CONTEXT,
      `A context may have at most ${exactBytes(limits.contextBytes)}; "${name}" has ${bytes}.`,
      'Send fewer elements: those with a role or a name.',
    )
  const context = await parseContext(await readFile(path, 'utf8'), name)
  const schema = z.object({ [CONTEXT]: PutContextBody })
  return (parseFields(schema, { [CONTEXT]: context }) as { [CONTEXT]: RevisionContext })[CONTEXT]
}

async function parseContext(text: string, name: string): Promise<Record<string, unknown>> {
  try {
    return await parseJsonInTurn(text, limits.contextValues, `The context "${name}"`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalid(CONTEXT, error.message, error.hint ?? undefined)
  }
}
