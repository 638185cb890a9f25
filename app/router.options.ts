import type { RouterConfig } from 'nuxt/schema'
import type { LocationQueryRaw } from 'vue-router'

// Encodes queries completely. vue-router does not encode characters that are valid in a query, such as / and
// ?, but some clients that parse the URL of a redirect do not expect them.
export default { stringifyQuery } satisfies RouterConfig

function stringifyQuery(query: LocationQueryRaw = {}): string {
  return Object.entries(query)
    .flatMap(([name, values]) => [values].flat().map(value => ({ name, value })))
    .filter(({ value }) => value !== undefined)
    .map(({ name, value }) => (value === null ? encode(name) : `${encode(name)}=${encode(value)}`))
    .join('&')
}

const encode = (text: unknown) => encodeURIComponent(String(text))
