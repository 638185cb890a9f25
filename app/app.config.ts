export default defineAppConfig({
  ui: {
    // The kit's veil is the page's own grey: in the light theme the marks shine through it.
    modal: { slots: { overlay: 'bg-black/40' } },
    slideover: { slots: { overlay: 'bg-black/40' } },
    colors: {
      primary: 'indigo',
      neutral: 'zinc',
      success: 'emerald',
      warning: 'amber',
      error: 'rose',
      info: 'sky',
    },
  },
})
