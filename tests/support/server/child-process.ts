import type { ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The variables of this process that every process under test gets; it gets no others. */
export const baseEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/** The folder in which processes under test run: `.env` of the project is not theirs. */
export const withoutEnvFile = process.env.TEST_FOLDER ?? tmpdir()

/** What a child process has written so far. */
export interface ChildOutput {
  stdout: string
  stderr: string
  /** Both, in the order in which they arrived. */
  all: string
}

/** Collects what a child process writes, from now on. The result changes as more arrives. */
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
