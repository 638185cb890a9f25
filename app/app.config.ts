export default defineAppConfig({
  ui: {
    modal: {
      // The default overlay of Nuxt UI has the same gray as the page. In the light theme, the marks on the
      // stage would stay visible through that overlay.
      variants: { overlay: { true: { overlay: 'bg-black/40' } } },
      slots: {
        // In a window of small height, the whole dialog scrolls.
        content: 'low-window:overflow-y-auto!',
        header: 'shrink-0',
        body: 'low-window:shrink-0 low-window:overflow-visible!',
        footer: 'low-window:shrink-0 low-window:sticky low-window:bottom-0 low-window:bg-default',
      },
    },
    slideover: { slots: { overlay: 'bg-black/40' } },
    // On touch screens, an input is at least 44 CSS pixels high, so that a finger hits it.
    input: { slots: { base: 'pointer-coarse:min-h-11' } },
  },
})
