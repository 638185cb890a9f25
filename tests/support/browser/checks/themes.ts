/**
 * The themes in which tests that compute colors run: both if TEST_FULL is set, as `npm run test:full` does,
 * otherwise only light. `npm test` checks the colors of both themes in tests/unit/ui/contrast.test.ts,
 * without a browser.
 */
export const themes: readonly ('light' | 'dark')[] = process.env.TEST_FULL ? ['light', 'dark'] : ['light']
