export default defineAppConfig({
  ui: {
    // Nuxt UI's default overlay is the grey of the page: in the light theme, marks stay visible through it.
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
