import { mount, type VueWrapper } from '@vue/test-utils'
import { createNuxtApp, getNuxtAppCtx, type CreateOptions, type NuxtApp } from '#app/nuxt'
import type { Me } from '#shared/contract/workspace'
import { $fetch } from 'ofetch'
import { onTestFinished } from 'vitest'
import { defineComponent, h, shallowReactive, type App, type Component, type VNode } from 'vue'
import {
  createMemoryHistory,
  createRouter,
  type RouteLocationNormalizedLoaded,
  type Router,
} from 'vue-router'
import { timeLimit } from '../time-limit'

// Sets the global function `$fetch`, which the entry of Nuxt sets before it creates the app.
Object.assign(globalThis, { $fetch })

/** A composable that runs in a mounted component. */
export interface Mounted<T> {
  /** The return value of the composable. */
  result: T
  wrapper: VueWrapper
  router: Router
  nuxt: NuxtApp
}

/** The page, the person and the component in which a composable runs. */
export interface MountOptions {
  /** The path and query of the page. */
  path?: string
  /** The signed-in person. */
  me?: Me
  /**
   * Runs in the setup of a parent component. The composable can inject the values that this function
   * provides.
   */
  parent?: () => void
  /** Returns the content that the component renders. */
  view?: () => VNode
  /** The components that `view` uses by name, as Nuxt imports them automatically. */
  components?: Record<string, Component>
}

/**
 * Runs a composable in the setup of a component, with its own Nuxt app and router. The component is unmounted
 * after the test.
 */
export async function mountInNuxt<T extends object>(
  setup: () => T,
  { path = '/', me, parent = () => {}, view = () => h('div'), components }: MountOptions = {},
): Promise<Mounted<T>> {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:path(.*)*', component: { render: () => null } }],
  })
  await router.push(path)
  let result: T | undefined
  let nuxt: NuxtApp | undefined
  const Child = defineComponent(() => {
    result = setup()
    return view
  })
  const Parent = defineComponent(() => {
    parent()
    return () => h(Child)
  })
  let isMounted = true
  const install = (app: App) => {
    app.onUnmount(() => {
      isMounted = false
    })
    nuxt = createNuxtApp({ vueApp: app } as CreateOptions)
    nuxt.isHydrating = false
    nuxt.payload.state.$sme = me
    nuxt.provide('router', router)
    nuxt._route = reactiveRoute(router)
    getNuxtAppCtx().set(nuxt, true)
  }
  const wrapper = mount(Parent, {
    attachTo: document.body,
    global: { plugins: [router, { install }], components },
  })
  onTestFinished(() => {
    if (isMounted) wrapper.unmount()
  })
  if (!result || !nuxt) throw new Error('The component was not set up.')
  return { result, wrapper, router, nuxt }
}

/** Returns the current route as one reactive object, like the router plugin of Nuxt. */
function reactiveRoute(router: Router): RouteLocationNormalizedLoaded {
  const route = {} as Record<string, unknown>
  for (const key of Object.keys(router.currentRoute.value) as (keyof RouteLocationNormalizedLoaded)[])
    Object.defineProperty(route, key, { get: () => router.currentRoute.value[key], enumerable: true })
  return shallowReactive(route) as unknown as RouteLocationNormalizedLoaded
}

/**
 * Lets the event loop run a few times, which is enough for promises and renders that wait for nothing else.
 * Prefer `until`, because one more asynchronous step in the tested code may need more turns of the event
 * loop.
 */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise(resolve => setImmediate(resolve))
}

/**
 * Waits until a check no longer throws, and returns its result. Unlike `vi.waitFor`, moves no fake timers.
 */
export async function until<T>(check: () => T): Promise<T> {
  const start = process.hrtime.bigint()
  const limit = BigInt(timeLimit(20_000)) * 1_000_000n
  for (;;) {
    try {
      return check()
    } catch (error) {
      if (process.hrtime.bigint() - start > limit) throw error
      await new Promise(resolve => setImmediate(resolve))
    }
  }
}
