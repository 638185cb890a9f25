import { caller, type Call } from './client'
import type { Fixture } from './fixture'

/** Returns two functions. Each calls one node of a cluster with an agent token. */
export async function callersOfNodes({ server, person }: Fixture): Promise<[Call, Call]> {
  const authorization = `Bearer ${await person.token()}`
  const [first = '', second = ''] = server.nodeUrls
  const callerAt = (url: string) => caller({ url, log: server.log }, { authorization })
  return [callerAt(first), callerAt(second)]
}
