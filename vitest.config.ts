import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { nuxtForTests } from './tests/support/dom/nuxt-plugin.ts'
import { timeLimit } from './tests/support/time-limit.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = {
  '~~': root.replace(/\/$/, ''),
  '#shared': `${root}shared`,
  '~': `${root}app`,
}

/**
 * Unit tests whose modules read settings once, hold the open database or set the language of the page, for
 * the whole process: each of these files has modules of its own.
 */
const withOwnModules = [
  ...[
    'db/*',
    'storage/*',
    'secrets/media-link-token',
    'domain/readiness',
    'text/local-formats',
    'transport/invoke',
  ],
].map(each => `tests/unit/${each}.test.ts`)
/** The tests that run on other deployments too: of what is stored, and of the news of it. */
const onAllDeployments = [
  ...['cluster', 'comments', 'evidence', 'live', 'media', 'notifications', 'reviews'].map(
    each => `${each}/*`,
  ),
  'access/admin-deletion',
  'account/account-deletion',
  'workspaces/{audit-events,deletion,members,webhooks}',
].map(each => `tests/api/${each}.test.ts`)
/** Of these, the tests of how a process receives, parses and streams; `cluster` has those of streams. */
const onSqliteOnly = [
  'evidence/{large-forms,one-call-refusals}',
  'live/{event-streams,presence}',
  'media/{damaged-media,media-processes,redaction}',
  'reviews/large-exports',
].map(each => `tests/api/${each}.test.ts`)
/** Tests of several nodes. */
const severalNodes = ['tests/api/cluster/**']
/**
 * The tests that `npm test` runs on two nodes: those of several nodes, and one path through each noun.
 * `npm run test:full` runs all of `onAllDeployments`. The promises of writes and blobs are tested on
 * PostgreSQL and S3 by the project `unit`.
 */
const onTwoNodes = [
  ...severalNodes,
  ...[
    'evidence/{completion,deletion}',
    'notifications/notification-mails',
    'comments/threads',
    'reviews/{agent-loop,etags,raced-responses,rounds,verdicts}',
    'access/admin-deletion',
    'workspaces/{members,webhooks}',
  ].map(each => `tests/api/${each}.test.ts`),
]
const deployment = process.env.TEST_DEPLOYMENT ?? 'standalone'

/** The files of the project `api` on the deployment of this run. */
function apiTests(): string[] {
  if (deployment === 'standalone') return ['tests/api/**/*.test.ts']
  return deployment === 'two-nodes' && !process.env.TEST_FULL ? onTwoNodes : onAllDeployments
}

const backstops = {
  testTimeout: timeLimit(180_000),
  hookTimeout: timeLimit(180_000),
  expect: { poll: { timeout: timeLimit(30_000) } },
}

export default defineConfig({
  resolve: { alias },
  test: {
    // Tests that wait for processes fill one core together.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: withOwnModules,
          environment: 'node',
          // The files of a worker share modules, which takes half of the time.
          isolate: false,
          globalSetup: 'tests/support/server/test-folder.ts',
          ...backstops,
        },
      },
      {
        resolve: { alias },
        test: { name: 'unit-isolated', include: withOwnModules, environment: 'node', ...backstops },
      },
      {
        resolve: { alias },
        plugins: [nuxtForTests()],
        // Composables of the dashboard, in a DOM and on Nuxt's own runtime.
        test: {
          name: 'dom',
          include: ['tests/dom/**/*.test.ts'],
          environment: 'happy-dom',
          // The files of a worker share modules and page, which takes a fraction of the time. So a test
          // leaves no component mounted (`mountInNuxt` unmounts its own), no global replaced and no listener
          // behind.
          isolate: false,
          restoreMocks: true,
          ...backstops,
          server: { deps: { inline: [/\/node_modules\/(?:nuxt|@nuxt\/ui|@nuxtjs\/color-mode)\//] } },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          include: apiTests(),
          exclude: [
            ...(deployment === 'standalone' ? [] : onSqliteOnly),
            ...(deployment === 'two-nodes' ? [] : severalNodes),
          ],
          environment: 'node',
          // The files of a worker share a server: tests/support/server/server.ts.
          isolate: false,
          setupFiles: 'tests/support/server/errors-on-failure.ts',
          globalSetup: 'tests/support/server/test-folder.ts',
          ...backstops,
        },
      },
      {
        resolve: { alias },
        // Thousands of damaged files: minutes, not part of `npm test`, which runs a sample of them.
        test: {
          name: 'fuzz',
          include: ['tests/fuzz/**/*.fuzz.ts'],
          environment: 'node',
          fileParallelism: false,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        // Files of all kinds, shown by Chromium: with TEST_FULL all of them, else a sample.
        test: {
          name: 'media-truth',
          include: ['tests/media-truth/**/*.truth.ts'],
          environment: 'node',
          chaiConfig: { truncateThreshold: 0 },
          ...backstops,
        },
      },
      {
        resolve: { alias },
        // Clients of others, loaded from the npm registry: not part of `npm test`, which needs no network.
        test: {
          name: 'acceptance',
          include: ['tests/acceptance/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/server/test-folder.ts',
          fileParallelism: false,
          ...backstops,
        },
      },
      {
        resolve: { alias },
        // Measures and prints; nothing here passes or fails by the clock.
        test: {
          name: 'bench',
          include: ['tests/bench/**/*.bench.ts'],
          environment: 'node',
          fileParallelism: false,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
