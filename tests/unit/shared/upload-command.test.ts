import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { uploadCommand } from '#shared/documents/upload-command'

const url = 'https://exhibit.example/v1/evidence?ticket=abc'

/** Returns the words that a shell reads in a command. */
async function wordsOf(command: string): Promise<string[]> {
  const script = `print() { printf '%s\\0' "$@"; }; print ${command}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  return stdout.split('\0').slice(0, -1)
}

describe('the command that sends files', () => {
  it('the upload command has only double quotes for ordinary paths, which Windows also reads', () => {
    const files = [
      { part: 'files', path: 'shots/cart page.png' },
      { part: 'poster', path: 'C:\\shots\\cart.png' },
    ]
    expect(uploadCommand(url, files)).toBe(
      'curl -sS -H "Accept: text/markdown" -F "files=@shots/cart page.png" ' +
        `-F "poster=@C:\\shots\\cart.png" "${url}"`,
    )
  })

  it('a backslash at the end of an uploaded path does not escape the closing shell quote', async () => {
    const files = ['a\\', ' ; touch pwned #'].map(path => ({ part: 'files', path }))
    const words = await wordsOf(uploadCommand(url, files))
    expect(words.slice(4)).toEqual(['-F', 'files=@a\\', '-F', 'files=@" ; touch pwned #"', url])
  })

  it.each([
    ["it's.png", "files=@it's.png"],
    ['$(id) `id` $HOME!.png', 'files=@$(id) `id` $HOME!.png'],
    ["'; rm -rf x; '.png", `files=@"'; rm -rf x; '.png"`],
    ['a, b.png', 'files=@"a, b.png"'],
    ['say "cheese".png', 'files=@"say \\"cheese\\".png"'],
    ['two\nlines.png', 'files=@two\nlines.png'],
    ['a\\', 'files=@a\\'],
    ['a\\\\', 'files=@a\\\\'],
    ['a\\\\b.png', 'files=@a\\\\b.png'],
    ['100 %.png', 'files=@100 %.png'],
  ])('a shell passes the path %j to curl as it is', async (path, expected) => {
    const words = await wordsOf(uploadCommand(url, [{ part: 'files', path }]))
    expect(words).toEqual(['curl', '-sS', '-H', 'Accept: text/markdown', '-F', expected, url])
  })
})
