import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The variables of this process that every process under test gets; it gets no others. */
export const baseEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/** The current folder of processes under test, so that they do not read the `.env` of the project. */
export const withoutEnvFile = process.env.TEST_FOLDER ?? tmpdir()

/** The output of a child process so far. */
export interface ChildOutput {
  stdout: string
  stderr: string
  /** The output of both, in the order in which it arrived. */
  all: string
}

/** Collects the output of a child process from now on. The result changes as more arrives. */
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
