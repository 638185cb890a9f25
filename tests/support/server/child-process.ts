import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'

/**
 * The environment variables of this process that are passed to every process under test. No others are
 * passed.
 */
export const baseEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/**
 * The working directory of processes under test. In this folder, they do not read the `.env` file of the
 * project.
 */
export const withoutEnvFile = process.env.TEST_FOLDER ?? tmpdir()

/** The output of a child process so far. */
export interface ChildOutput {
  stdout: string
  stderr: string
  /** The output of stdout and stderr together, in the order of arrival. */
  all: string
}

/** Collects the output of a child process from now on. The returned object changes as more output arrives. */
export function collectOutput(child: ChildProcess): Readonly<ChildOutput> {
  const output: ChildOutput = { stdout: '', stderr: '', all: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      output[name] += text
      output.all += text
    })
  return output
}
