import { defineNuxtConfig } from 'nuxt/config'

// The smallest page of Nuxt: one heading and one button.
export default defineNuxtConfig({
  compatibilityDate: '2026-07-01',
  telemetry: false,
  devtools: { enabled: false },
})
