import { defineNuxtConfig } from 'nuxt/config'

// The least that a page of Nuxt costs: one heading and one button.
export default defineNuxtConfig({
  compatibilityDate: '2026-07-01',
  telemetry: false,
  devtools: { enabled: false },
})
