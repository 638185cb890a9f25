import type { Db } from './open'
import type { Write } from './writer'

type Call = [method: string, args: unknown[]]

/**
 * One handle for libraries that expect to read and write through the same object (better-auth's Drizzle
 * adapter): reads go to the reader; `insert`, `update` and `delete` are recorded call by call and replayed on
 * the writer when the query is awaited, so that the writer stays the only one who writes.
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

function recorded(write: Write<Db>, calls: Call[]): unknown {
  return new Proxy(
    {},
    {
      get(_, property) {
        if (property === 'then') {
          const run = () => write(async tx => await replay(tx, calls))
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
