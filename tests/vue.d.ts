/** TypeScript 7, which checks the tests, cannot read Vue files yet; vue-tsc checks them. */
declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}
