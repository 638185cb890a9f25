import { expect, it, onTestFinished, vi } from 'vitest'
import { createOutput } from '../../../cli/output'
import { Failure } from '../../../cli/failure'

/**
 * Text with three attacks: an escape sequence that copies to the clipboard, an escape sequence that sets a
 * color, and a character that reverses the direction of the text.
 */
const hostile = 'Red \u001b]52;c;ZXZpbA==\u0007\u009b31m\u202etotal'
const harmless = 'Red ]52;c;ZXZpbA==31mtotal'

/** Returns the text that an output writes to stdout and stderr. */
function written(isJson: boolean, write: (output: ReturnType<typeof createOutput>) => void): string {
  const texts: string[] = []
  const spies = [process.stdout, process.stderr].map(stream =>
    vi.spyOn(stream, 'write').mockImplementation(text => texts.push(String(text)) > 0),
  )
  onTestFinished(() => spies.forEach(each => each.mockRestore()))
  write(createOutput(isJson))
  for (const each of spies) each.mockRestore()
  return texts.join('')
}

it('text output has no control characters, except tabs and line breaks', () => {
  expect(written(false, ({ result }) => result({}, `${hostile}\n\tsecond`))).toBe(`${harmless}\n\tsecond\n`)
  expect(written(false, ({ prompt }) => prompt({}, hostile))).toBe(`${harmless}\n`)
  expect(written(false, ({ note }) => note(hostile))).toBe(`${harmless}\n`)
  const failure = new Failure('x', hostile, 'Stop.')
  expect(written(false, ({ error }) => void error(failure))).toBe(`exhibit: ${harmless} Stop.\n`)
})

it('JSON output escapes control characters, and still has the same value', () => {
  for (const write of ['result', 'prompt'] as const) {
    const line = written(true, output => output[write]({ title: hostile }, ''))
    expect(line).toMatch(/^[ -~]+\n$/)
    expect(JSON.parse(line)).toEqual({ title: hostile })
  }
  expect(written(true, ({ error }) => void error(new Failure('x', hostile, 'Stop.')))).toMatch(/^[ -~]+\n$/)
})
