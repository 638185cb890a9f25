export default defineAppConfig({
  ui: {
    // The kit's own grey cannot be told from the surfaces it stands on.
    skeleton: { base: 'bg-line' },
    colors: { primary: 'indigo', neutral: 'zinc', success: 'emerald', warning: 'amber', error: 'rose', info: 'sky' },
  },
})
