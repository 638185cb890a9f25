export default defineAppConfig({
  ui: {
    modal: {
      // Nuxt UI's default overlay is the grey of the page: in the light theme, marks stay visible through it.
      variants: { overlay: { true: { overlay: 'bg-black/40' } } },
      slots: {
        // In a low window the whole dialog scrolls.
        content: 'low-window:overflow-y-auto!',
        header: 'shrink-0',
        body: 'low-window:shrink-0 low-window:overflow-visible!',
        footer: 'low-window:shrink-0 low-window:sticky low-window:bottom-0 low-window:bg-default',
      },
    },
    slideover: { slots: { overlay: 'bg-black/40' } },
    // As large as a fingertip on touch screens.
    input: { slots: { base: 'pointer-coarse:min-h-11' } },
  },
})
