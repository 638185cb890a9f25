import type { Db } from './engine'
import { lockNothing } from './locks'
import type { Write } from './write'

type Call = [method: string, args: unknown[]]

/**
 * Returns a Drizzle handle for libraries that read and write through one object, such as better-auth's
 * Drizzle adapter. Reads go to `db`. The method calls of an `insert`, `update` or `delete` are recorded, and
 * replayed in a {@link Write} when the query is awaited, so that changes by the library have the guarantees
 * of `write`.
 *
 * Two facts make this possible: Drizzle's queries are chains of method calls that run when they are awaited,
 * and better-auth's adapter calls `db.transaction` for MySQL only. If an upgrade changes this, the tests that
 * sign in fail. Remove this file when better-auth's adapter accepts separate handles for reading and writing.
 */
export function authDbAdapter(db: Db, write: Write<Db>): Db {
  return new Proxy(db, {
    get(target, property, receiver) {
      if (property === 'insert' || property === 'update' || property === 'delete')
        return (...args: unknown[]) => recorded(write, [[property, args]])
      return Reflect.get(target, property, receiver)
    },
  })
}

/** Returns an object that records every method called on it, and replays the calls when it is awaited. */
function recorded(write: Write<Db>, calls: Call[]): unknown {
  return new Proxy(
    {},
    {
      get(_, property) {
        if (property === 'then') {
          const run = () =>
            write(async tx => {
              // This write takes no lock, because it consists of a single statement.
              lockNothing()
              return await replay(tx, calls)
            })
          return (resolve: (value: unknown) => void, reject: (reason: unknown) => void) =>
            run().then(resolve, reject)
        }
        return (...args: unknown[]) => recorded(write, [...calls, [String(property), args]])
      },
    },
  )
}

function replay(tx: Db, calls: Call[]): unknown {
  return calls.reduce<unknown>(
    (target, [method, args]) =>
      (target as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args),
    tx,
  )
}
