// Preloaded into a server by index.ts. Reduces the cost of scrypt to a thousandth, because scrypt takes most
// of the processor time of signing up and signing in.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 16 }, done)
syncBuiltinESMExports()
