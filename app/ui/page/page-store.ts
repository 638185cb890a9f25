import type { InjectionKey } from 'vue'

/** State that a page shares with its components through provide and inject. */
export interface PageStore<T> {
  /** Called only once, in the setup of the page. Returns the state. */
  provide: (state: T) => T
  /** Called in the setup of a component of the page. Throws if no page provides the state. */
  use: () => T
}

/**
 * Creates a {@link PageStore}. Page state belongs here, never in a module variable or in `useState`: on the
 * server a module is shared by all requests, and state under a string key outlives the page. State of the
 * session (the person, the theme, the connection) stays in `useState`, whose values are sent to the browser
 * with the page that the server renders.
 */
export function pageStore<T extends object>(name: string): PageStore<T> {
  const key: InjectionKey<T> = Symbol(name)
  return {
    provide(state) {
      provide(key, state)
      return state
    },
    use() {
      const state = inject(key)
      if (!state) throw new Error(`No page provides its ${name}.`)
      return state
    },
  }
}
