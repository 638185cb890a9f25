// Writes one blob in a process of its own: `node write-blob-child.mjs <folder> <key> <bytes to give> <bytes to
// promise>`. A source that is asked for more than it gives waits for ever, so that the process can be killed
// midway.
import { registerHooks } from 'node:module'
import { Readable } from 'node:stream'

// The sources name each other without an extension.
registerHooks({
  resolve: (name, context, next) => next(/^\.{1,2}\/[\w/-]+$/.test(name) ? `${name}.ts` : name, context),
})
const { fsDriver } = await import(new URL('../../../server/storage/fs.ts', import.meta.url).href)

const [folder, key, given, promised] = process.argv.slice(2)
let left = Number(given)
const source = new Readable({
  read() {
    if (left === 0) {
      process.stdout.write('given\n')
      setInterval(() => {}, 1000)
      return
    }
    const length = Math.min(left, 65_536)
    left -= length
    this.push(Buffer.alloc(length, 7))
    if (left === 0 && given === promised) this.push(null)
  },
})
try {
  await fsDriver({ folder }).write(key, source, { size: Number(promised) })
  process.stdout.write('written\n')
} catch (error) {
  process.stdout.write(`${error.name}\n`)
}
