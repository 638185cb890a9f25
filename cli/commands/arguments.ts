import { InvalidArgumentError } from 'commander'
import { usageFailure } from '../failure'

/** Parses the value of an option that takes a number of seconds. */
export function seconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= 0) return value
  throw new InvalidArgumentError('Give a number of seconds.')
}

/** Returns the parser of an option that takes a text of at most the given number of characters. */
export const textWithin = (maximum: number) => (text: string) => {
  if (text.length <= maximum) return text
  throw new InvalidArgumentError(`It has ${text.length} characters; use at most ${maximum}.`)
}

/** Returns a text argument; for `-`, the text from stdin. Throws a usage failure if the text is blank. */
export async function readText(argument: string): Promise<string> {
  const text = argument === '-' ? await readStdin() : argument
  if (text.trim() !== '') return text
  throw usageFailure('The text is empty.', 'Give it as an argument, or as - and on stdin.')
}

async function readStdin(): Promise<string> {
  if (process.stdin.isTTY)
    throw usageFailure('"-" reads stdin, which is a terminal.', 'Pipe the text, or give it as an argument.')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
