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
 * Unit tests whose modules have state for the whole process: settings that are read once, the open database,
 * or the language of the page. Each of these files gets its own modules.
 */
const withOwnModules = [
  'db/*',
  'storage/*',
  'secrets/media-link-token',
  'domain/readiness',
  'text/local-formats',
  'transport/{invoke,large-responses}',
].map(each => `tests/unit/${each}.test.ts`)
/**
 * The tests that also run on other deployments: tests of stored data, and of messages about changes of that
 * data.
 */
const onAllDeployments = [
  ...['cluster', 'comments', 'evidence', 'inbox', 'live', 'media', 'notifications', 'reviews'].map(
    each => `${each}/*`,
  ),
  'access/admin-{deletion,members,people}',
  'account/account-deletion',
  'policies/{event-export,old-events,retention,storage-quota}',
  'workspaces/{audit-events,deletion,members,webhooks}',
].map(each => `tests/api/${each}.test.ts`)
/**
 * Tests of `onAllDeployments` that only run on SQLite: they test how one process receives, parses and streams
 * data. Streams of several nodes are tested in `cluster`.
 */
const onSqliteOnly = [
  'evidence/{large-forms,one-call-refusals}',
  'live/{event-streams,presence}',
  'media/{damaged-media,media-processes,redaction}',
  'reviews/large-exports',
].map(each => `tests/api/${each}.test.ts`)
/** The tests of several nodes that work together. */
const severalNodes = ['tests/api/cluster/**']
/**
 * The tests that `npm test` runs on two nodes: the tests of several nodes, and one test for each resource.
 * `npm run test:full` runs all of `onAllDeployments`. The project `unit` tests the guarantees of transactions
 * and of the blob store on PostgreSQL and S3.
 */
const onTwoNodes = [
  ...severalNodes,
  ...[
    'evidence/{completion,deletion}',
    'notifications/notification-mails',
    'comments/threads',
    'reviews/{agent-loop,etags,raced-responses,rounds,verdicts}',
    'access/admin-deletion',
    'policies/storage-quota',
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
    // One core is left free: the processes that tests start and wait for need about one core.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: withOwnModules,
          environment: 'node',
          // The files of a worker share modules, which halves the time.
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
        // Composables of the dashboard. They run in a DOM, with the runtime of Nuxt.
        test: {
          name: 'dom',
          include: ['tests/dom/**/*.test.ts'],
          environment: 'happy-dom',
          // The files of a worker share modules and the page, which takes a fraction of the time. So a test
          // must not leave a mounted component (`mountInNuxt` unmounts its own), a replaced global or a
          // listener behind.
          isolate: false,
          restoreMocks: true,
          setupFiles: 'tests/support/dom/real-timers.ts',
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
          // The files of a worker share one server: tests/support/server/server.ts.
          isolate: false,
          setupFiles: 'tests/support/server/errors-on-failure.ts',
          globalSetup: 'tests/support/server/test-folder.ts',
          ...backstops,
        },
      },
      {
        resolve: { alias },
        // Thousands of damaged files. This takes minutes, so `npm test` only runs a sample of them.
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
        // Files of all kinds, shown in Chromium: all of them with TEST_FULL, otherwise a sample.
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
        // Clients of other vendors, loaded from the npm registry. Not part of `npm test`, which needs no
        // network.
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
        // Measures and prints times. No result depends on a time limit.
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
