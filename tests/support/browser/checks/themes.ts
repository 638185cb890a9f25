/**
 * The themes of tests that compute colors: both when `npm run test:full` sets TEST_FULL, otherwise light.
 * `npm test` compares the colors of both themes in tests/unit/ui/contrast.test.ts, without a browser.
 */
export const themes: readonly ('light' | 'dark')[] = process.env.TEST_FULL ? ['light', 'dark'] : ['light']
