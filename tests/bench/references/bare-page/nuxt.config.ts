import { defineNuxtConfig } from 'nuxt/config'

// A minimal Nuxt page for comparison: one heading and one button.
export default defineNuxtConfig({
  compatibilityDate: '2026-07-01',
  telemetry: false,
  devtools: { enabled: false },
})
