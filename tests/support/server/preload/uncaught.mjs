// Preloaded into a server by index.ts. Where the server reads the body of a request with the header
// `x-throw`, an error is thrown that nothing catches, and the body is never read.
import { IncomingMessage } from 'node:http'

const { pipe } = IncomingMessage.prototype
IncomingMessage.prototype.pipe = function (target, options) {
  if (this.headers['x-throw'] === undefined) return pipe.call(this, target, options)
  setImmediate(() => {
    throw new Error('a fault of the test')
  })
  return target
}
