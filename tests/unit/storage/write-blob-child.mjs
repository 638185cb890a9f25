// Writes one blob in a separate process: `node write-blob-child.mjs <folder> <key> <bytes to give> <bytes to
// promise>`. When fewer bytes are given than promised, the source never ends, so that the process can be
// killed in the middle of the write.
import { registerHooks } from 'node:module'
import { Readable } from 'node:stream'

// Adds the file extension, because imports in the sources have none, and the folder of the alias #shared.
const shared = new URL('../../../shared/', import.meta.url).href
registerHooks({
  resolve(name, context, next) {
    const path = name.replace(/^#shared\//, shared)
    return next(path !== name || /^\.{1,2}\/[\w/-]+$/.test(name) ? `${path}.ts` : name, context)
  },
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
  await fsDriver({ folder }).writeStream(key, source, { size: Number(promised) })
  process.stdout.write('written\n')
} catch (error) {
  process.stdout.write(`${error.name}\n`)
}
