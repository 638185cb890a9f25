import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { pictureWidths } from '#shared/contract/media-types'
import { requireId } from '../change/review'
import { Failure } from '../failure'
import { formatThread } from '../format-thread'
import { openSession, type GlobalOptions } from '../session'

interface Options extends GlobalOptions {
  out?: string
  width: string
  both?: boolean
}

/** Adds `exhibit view`. */
export function addView(program: Command): void {
  program
    .command('view')
    .summary('Save the marked part of a picture that a thread is about')
    .argument('<thread>', 'its id or address')
    .option('--out <file>', 'where to save it (default: a file of the temporary folder)')
    .option('--both', 'the same part of the latest revision beside it, to check a fix')
    .addOption(new Option('--width <pixels>', 'of its longest side').choices(pictureWidths).default('1024'))
    .action(async (argument: string, _options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const { api, output } = await openSession(options)
      const id = requireId(argument, 'thread')
      const thread = await api.call('GET /v1/threads/{id}', { params: { id } })
      if (!thread.pictureUrl)
        throw new Failure(
          'no_picture',
          `The thread ${id} marks no picture.`,
          'Run "exhibit feedback" to read it.',
        )
      const on = options.both ? 'both' : 'pinned'
      const response = await api.open(`/v1/threads/${id}/picture?w=${options.width}&on=${on}`)
      const extension = response.headers.get('content-type') === 'image/jpeg' ? 'jpg' : 'png'
      const path = resolve(options.out ?? join(tmpdir(), 'exhibit', `${id}.${extension}`))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, Buffer.from(await response.arrayBuffer()))
      output.result({ path, thread }, path)
      output.note(formatThread(thread))
    })
}
