// Preloaded into a server by index.ts: scrypt at a thousandth of its cost, which
// is most of the processor time of signing up and of signing in.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 16 }, done)
syncBuiltinESMExports()
