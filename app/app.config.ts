export default defineAppConfig({
  ui: {
    colors: { primary: 'indigo', neutral: 'zinc', success: 'emerald', warning: 'amber', error: 'rose', info: 'sky' },
  },
})
