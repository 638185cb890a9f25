/** The routes and middleware that Nitro found in server/api, server/routes and server/middleware. */
declare module '#nitro-internal-virtual/server-handlers' {
  import type { EventHandler, LazyEventHandler, RouterMethod } from 'h3'

  type Handler = { route: string; method?: RouterMethod; middleware: boolean } & (
    | { lazy: true; handler: LazyEventHandler }
    | { lazy: false; handler: EventHandler }
  )
  export const handlers: Handler[]
}
