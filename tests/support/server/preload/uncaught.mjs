// Preloaded into a server by index.ts. If a request has the header `x-throw`, an uncaught error is thrown at
// the point where the server reads the body, and the body is never read.
import { IncomingMessage } from 'node:http'

const { pipe } = IncomingMessage.prototype
IncomingMessage.prototype.pipe = function (target, options) {
  if (this.headers['x-throw'] === undefined) return pipe.call(this, target, options)
  setImmediate(() => {
    throw new Error('a fault of the test')
  })
  return target
}
