/**
 * tailwind-variants without tailwind-merge, for the components of Nuxt UI (see `nuxt.config.ts`): merging
 * classes took a fifth of the time that a page takes to become interactive. So where two classes of an
 * element contradict each other, the later one in Tailwind's style sheet applies, not the later one of the
 * element. Classes that must win end in `!`; the browser tests find those that lose.
 */
export * from 'tailwind-variants/lite'
export { cn as cnMerge } from 'tailwind-variants/lite'
