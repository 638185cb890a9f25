// Keeps the dependency direction of docs/architecture.md: pages → components → app → shared ← server; routes,
// api → http → mcp → transport → response-cache → domain → access, media, storage, mail, changes, db; each of
// them → shared.
import { readdirSync } from 'node:fs'
import withNuxt from './.nuxt/eslint.config.mjs'

/** Forbids imports by their text; aliases and relative paths alike. */
function forbid(files, rules) {
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: rules.map(([regex, message, allowTypeImports = false]) => ({
            regex,
            message,
            allowTypeImports,
          })),
        },
      ],
    },
  }
}

const toServer = ['(^~~/server|/server/)', 'The dashboard reaches the server over HTTP only.']
const toComponents = ['(^~~/(components|pages)|/(components|pages)/)', 'app/ imports no component or page.']
const toPages = ['(^~~/pages|/pages/)', 'Nothing imports a page.']
const toApp = [
  '^(~/|~~/(app|components|pages)/)',
  'The server and shared code import nothing of the dashboard.',
]

/** Forbids imports of folders and modules of the server. */
const toLayers = (names, message) => {
  const alternatives = names.join('|')
  return [`^(~~/server|\\.{1,2}(/\\.\\.)*)/(${alternatives})(/|$)`, message]
}
const toH3 = ['^(h3|nitropack|#imports)', 'Only http, middleware, plugins and tasks import h3 and Nitro.']
const toHttp = toLayers(['http', 'routes', 'api', 'middleware'], 'This layer does not depend on HTTP.')
const toInvoke = toLayers(['transport', 'response-cache'], 'Only a transport invokes operations.')
const toDomain = toLayers(['domain'], 'This layer does not use the domain.')
const toDrizzle = [
  '^(drizzle-orm|better-sqlite3)',
  'Queries are in domain/, access/, sign-in/, limits/, changes/ and db/.',
]
const toDb = toLayers(['db'], 'This layer does not use the database.')
const toStorage = toLayers(['storage'], 'This layer does not use the blob store.')
const toServices = toLayers(['media', 'mail', 'tasks', 'plugins'], 'Only the domain uses media and mail.')
const callerLayers = ['access', 'sign-in', 'secrets', 'limits']
const toCallers = toLayers(callerLayers, 'This layer uses no callers.')
const toSubscribers = [
  '^~~/server/changes/(event-log|notify|pull-request|review-version|subscriber)$',
  'Call recordChange: its table has the subscribers of each kind of change.',
]
const toAccess = toLayers([...callerLayers, 'changes'], 'This layer uses no callers and records no changes.')
const toKonva = ['^(vue|konva|vue-konva|#imports)', 'app/annotation is pure: no Vue, no Konva.', true]

const nonNull = { selector: 'TSNonNullExpression', message: 'Say what happens when it is missing.' }

/** Attributes and properties of components that people read. */
const textAttributes = [
  ...['title', 'description', 'label', 'text', 'alt', 'placeholder', 'hint', 'note', 'question', 'confirm'],
  ...['aria-label', 'aria-description', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
  ...['error-title', 'unchanged', 'busy-label', 'send-label', 'discard-label', 'later-label', 'count-label'],
]
/** A read of a text. */
const textRead = 'MemberExpression[object.name=/^(common|text|\\w+Texts?)$/]'
/** The beginning of a text: a word that is not the name of a key or type, and what may follow it. */
const textStart =
  /^(?!(?:Alt|Backspace|Control|Delete|End|Enter|Escape|Files|Home|Meta|Shift|Tab)$)[A-Z][a-z]+([ ,.?!…]|$)/

// Components are imported automatically, so that a wrong name compiles: each name must be one of these.
const ownComponents = readdirSync(new URL('components', import.meta.url), { recursive: true }).flatMap(
  path => /([^/]+)\.(?:vue|ts)$/.exec(path)?.slice(1) ?? [],
)
// Nuxt UI's own button and icon load what AppButton and AppIcon do without.
const frameworkComponents = ['U(?!Button$|Icon$)[A-Z]\\w+', 'Nuxt[A-Z]\\w+', 'ClientOnly', 'RouterLink']
const knownComponents = [`^(Lazy)?(${[...ownComponents, ...frameworkComponents].join('|')})$`]

export default withNuxt(
  { ignores: ['drizzle/**', 'public/**'] },
  {
    rules: {
      'no-restricted-syntax': ['error', nonNull],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/html-self-closing': 'off',
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['{app,components,pages}/**/*.vue'],
    rules: { 'vue/no-undef-components': ['error', { ignorePatterns: knownComponents }] },
  },
  // What people read is in app/text: docs/translating.md.
  {
    files: ['{app,components,pages}/**/*.vue'],
    rules: {
      'vue/no-bare-strings-in-template': [
        'error',
        {
          // The last ones are keys, such as Ctrl+Enter.
          allowlist: [
            ...'()·,.:;…–—-+×/@#%★“”',
            ...['Exhibit', 'AGENTS.md', 'uploadUrl', '/^(Ctrl|Shift)*(Enter|Esc|[CE])$/'],
          ],
          attributes: { '/.+/': textAttributes },
        },
      ],
    },
  },
  {
    files: ['{app,components,pages}/**/*.{ts,vue}'],
    ignores: ['app/text/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        nonNull,
        {
          selector: `CallExpression[callee.name="useHead"] :function ${textRead}`,
          message: 'The head is rendered outside of the request: read the text in setup.',
        },
        // A sentence, or the beginning of one, outside of an error that only developers see.
        ...['Literal[value=', 'TemplateElement[value.raw='].map(literal => ({
          selector: `:not(NewExpression, NewExpression > TemplateLiteral) > ${literal}/${textStart.source}/]`,
          message: 'Move this text to app/text.',
        })),
      ],
    },
  },
  // Layouts, app.vue and error.vue put components together like pages. The other folders of app/ use none.
  {
    files: ['app/*/**/*.vue'],
    ignores: ['app/layouts/**'],
    rules: { 'vue/no-undef-components': ['error', { ignorePatterns: [] }] },
  },
  {
    files: ['**/*.{ts,mjs,vue}'],
    ignores: ['server/media/image/cards/**'],
    rules: { 'max-len': ['error', { code: 110, ignoreUrls: true }] },
  },
  forbid(['pages/**'], [toServer]),
  forbid(['components/**'], [toServer, toPages]),
  forbid(['app/**'], [toServer, toComponents]),
  forbid(['app/annotation/**'], [toServer, toComponents, toKonva]),
  forbid(
    ['shared/**'],
    [
      ['^(~|vue|h3|nitropack|nuxt|node:|#)', 'shared/ is pure TypeScript for both sides.'],
      ['/(app|server|components|pages)/', 'shared/ imports nothing of ours from outside.'],
    ],
  ),
  // Text of others must not reach a terminal as it is.
  {
    files: ['cli/**'],
    ignores: ['cli/output.ts', 'cli/node-version.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        nonNull,
        {
          selector: 'MemberExpression[object.property.name=/^std(out|err)$/][property.name="write"]',
          message: 'Write with createOutput, which makes text printable.',
        },
      ],
    },
  },
  // Reads through `db` in a write see the state before it, and are not part of its transaction.
  {
    files: ['server/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        nonNull,
        {
          selector:
            'CallExpression[callee.name=/^write(Unguarded|Removal|IfSpace|Idempotent)?$/] ' +
            'Identifier[name="db"]',
          message: 'Use the tx of the write.',
        },
      ],
    },
  },
  // The command line is a client like any other: it reaches the server over HTTP.
  forbid(
    ['cli/**'],
    [toServer, toApp, ['^(zod|#shared/contract)$', 'The schemas are heavy: import types only.', true]],
  ),
  // A route file names its operation; a document and a middleware use http/ and shared/ alone.
  forbid(
    ['server/routes/**', 'server/api/**'],
    [toApp, toH3, toInvoke, toDomain, toDrizzle, toDb, toStorage, toServices, toAccess],
  ),
  forbid(
    ['server/middleware/**'],
    [toApp, toInvoke, toDomain, toDrizzle, toDb, toStorage, toServices, toAccess],
  ),
  forbid(['server/http/**'], [toApp, toDomain, toDrizzle, toDb, toStorage, toServices]),
  // The tools of the MCP server run operations; http/ reads their requests.
  forbid(['server/mcp/**'], [toApp, toH3, toHttp, toDomain, toDrizzle, toDb, toStorage, toServices]),
  // Requests to addresses that people type.
  forbid(
    ['server/outgoing/**'],
    [toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toDb, toDrizzle, toStorage, toServices],
  ),
  // These run operations for any transport.
  forbid(
    ['server/{transport,response-cache}/**'],
    [toApp, toH3, toHttp, toDrizzle, toDb, toStorage, toServices],
  ),
  forbid(['server/domain/**'], [toApp, toH3, toHttp, toInvoke, toSubscribers]),
  forbid(
    ['server/{access,sign-in,secrets,limits}/**'],
    [toApp, toH3, toHttp, toInvoke, toDomain, toSubscribers, toStorage, toServices],
  ),
  // What follows a change: callers are known by their names only.
  forbid(['server/changes/**'], [toApp, toH3, toHttp, toInvoke, toDomain, toCallers, toStorage, toServices]),
  forbid(
    ['server/media/**', 'server/storage/**', 'server/mail/**'],
    [toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toDb, toDrizzle],
  ),
  forbid(['server/db/**'], [toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toStorage, toServices]),
  // The operator's commands run without the server: of limits/, they use the connection to Redis alone.
  forbid(
    ['server/operate/**'],
    [
      toApp,
      toH3,
      toHttp,
      toInvoke,
      toDomain,
      toLayers(
        [...callerLayers.map(each => (each === 'limits' ? 'limits/(?!redis$)' : each)), 'changes'],
        'A command has no caller and records no changes.',
      ),
      toLayers(['media', 'tasks', 'plugins'], 'A command runs without the server.'),
    ],
  ),
  forbid(['server/tasks/**'], [toApp, toHttp, toInvoke, toDrizzle, toDb, toStorage]),
  // Plugins start and stop every layer, and hold no logic of their own.
  forbid(['server/plugins/**'], [toApp, toInvoke, toDrizzle]),
)
