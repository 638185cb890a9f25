// A class that must win over one of Nuxt UI's theme ends in `!` (see `app/bundle/tailwind-variants.ts`).
export default defineAppConfig({
  ui: {
    // Nuxt UI's default overlay is the grey of the page: in the light theme, marks stay visible through it.
    modal: {
      slots: {
        overlay: 'bg-black/40!',
        // In a low window the whole dialog scrolls.
        content: 'low-window:overflow-y-auto!',
        header: 'shrink-0',
        body: 'low-window:shrink-0 low-window:overflow-visible!',
        footer: 'low-window:shrink-0 low-window:sticky low-window:bottom-0 low-window:bg-default',
      },
    },
    slideover: { slots: { overlay: 'bg-black/40!' } },
    // The theme's own padding of buttons that only have an icon.
    button: {
      compoundVariants: [
        { size: 'xs' as const, square: true, class: 'p-1!' },
        { size: 'sm' as const, square: true, class: 'p-1.5!' },
        { size: 'md' as const, square: true, class: 'p-1.5!' },
        { size: 'lg' as const, square: true, class: 'p-2!' },
        { size: 'xl' as const, square: true, class: 'p-2!' },
        // As large as a fingertip on touch screens.
        { size: 'md' as const, square: false, class: 'pointer-coarse:min-h-11' },
        { size: 'sm' as const, square: false, class: 'pointer-coarse:min-h-9' },
      ],
    },
    input: { slots: { base: 'pointer-coarse:min-h-11' } },
    // The theme's own colour of a dangerous item that the pointer or the keyboard is on.
    dropdownMenu: {
      compoundVariants: [
        { color: 'error' as const, active: false, class: { item: 'data-highlighted:text-error!' } },
      ],
    },
  },
})
