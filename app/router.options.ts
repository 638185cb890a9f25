import type { RouterConfig } from 'nuxt/schema'
import type { LocationQueryRaw } from 'vue-router'

// vue-router leaves what is valid in a query, such as / and ?, as it is. Clients that take the address of a
// redirect apart expect values that are encoded completely.
export default { stringifyQuery } satisfies RouterConfig

function stringifyQuery(query: LocationQueryRaw = {}): string {
  return Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map(value => ({ name, value })))
    .filter(({ value }) => value !== undefined)
    .map(({ name, value }) => (value === null ? encode(name) : `${encode(name)}=${encode(value)}`))
    .join('&')
}

const encode = (text: unknown) => encodeURIComponent(String(text))
