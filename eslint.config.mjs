// Keeps the dependency direction of docs/architecture.md: pages → components → app → shared ← server; routes,
// api → http → mcp → transport → response-cache → domain → sign-in, access, media, storage, mail, outgoing,
// changes, db; sign-in → access → changes → db; sign-in → limits → db; sign-in, access, limits → secrets;
// each of them → process, bytes, errors, settings, metrics, downloads, shared.
import { readdirSync } from 'node:fs'
import withNuxt from './.nuxt/eslint.config.mjs'

/** Forbids imports whose text matches a pattern. The patterns match aliases and relative paths. */
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

const toSchemas = ['^(zod|#shared/contract)$', 'The schemas are heavy: import types only.', true]
const toServer = ['(^~~/server|/server/)', 'The dashboard reaches the server over HTTP only.']
const toComponents = [
  '(^~~/(components|pages)|/(components|pages)/)',
  'app/ must not import a component or page.',
]
const toPages = ['(^~~/pages|/pages/)', 'No file may import a page.']
const toApp = [
  '^(~/|~~/(app|components|pages)/)',
  'The server and shared code must not import code of the dashboard.',
]

/** Returns a pattern for imports of folders and modules of the server, with its message. */
const toLayers = (names, message) => {
  const alternatives = names.join('|')
  return [`^(~~/server|\\.\\.(/\\.\\.)*)/(${alternatives})(/|$)`, message]
}
const toH3 = ['^(h3|nitropack|#imports)', 'Only http, middleware, plugins and tasks may import h3 and Nitro.']
const toHttp = toLayers(['http', 'routes', 'api', 'middleware'], 'This layer must not import HTTP code.')
const toInvoke = toLayers(
  ['transport', 'response-cache'],
  'Only a transport may import transport/ or response-cache/.',
)
const toDomain = toLayers(['domain'], 'This layer must not import domain/.')
const toDrizzle = [
  '^(drizzle-orm|better-sqlite3)',
  'Only domain/, access/, sign-in/, limits/, changes/ and db/ may import a database library.',
]
const toDb = toLayers(['db'], 'This layer must not import db/.')
const toStorage = toLayers(['storage'], 'This layer must not import storage/.')
const toServices = toLayers(
  ['media', 'mail', 'tasks', 'plugins'],
  'This layer must not import media/, mail/, tasks/ or plugins/.',
)
const callerLayers = ['sign-in', 'access', 'limits', 'secrets']
const toCallers = toLayers(callerLayers, 'This layer must not import sign-in/, access/, limits/ or secrets/.')
const toSubscribers = [
  '^~~/server/changes/(event-log|notify|pull-request|review-version|subscriber)$',
  'Call recordChange: its table has the subscribers of each kind of change.',
]
const toAccess = toLayers(
  [...callerLayers, 'changes'],
  'This layer must not import sign-in/, access/, limits/, secrets/ or changes/.',
)
const aroundCallers = [toApp, toH3, toHttp, toInvoke, toDomain, toSubscribers, toStorage, toServices]
const belowSignIn = 'sign-in/ imports access/ and limits/, these import secrets/: never the reverse.'
const toKonva = ['^(vue|konva|vue-konva|#imports)', 'app/annotation is pure: no Vue, no Konva.', true]

const nonNull = { selector: 'TSNonNullExpression', message: 'Say what happens when it is missing.' }

/** The attributes and props whose values people read. */
const textAttributes = [
  ...['title', 'description', 'label', 'text', 'alt', 'placeholder', 'hint', 'note', 'question', 'confirm'],
  ...['aria-label', 'aria-description', 'aria-placeholder', 'aria-roledescription', 'aria-valuetext'],
  ...['error-title', 'unchanged', 'busy-label', 'send-label', 'discard-label', 'later-label', 'count-label'],
]
/** Selects code that reads a text of the interface. */
const textRead = 'MemberExpression[object.name=/^(common|text|\\w+Texts?)$/]'
/**
 * Matches the beginning of a text, such as a sentence or "Ctrl+K": a capitalized word that is not the name of
 * a key or type, and the character that may follow it.
 */
const textStart =
  /^(?!(?:Alt|Backspace|Control|Delete|End|Enter|Escape|Files|Home|Meta|Shift|Tab)$)[A-Z][a-z]+([ ,.?!…+]|$)/

/** Selects the creation of an error whose message only developers see. People see messages of `ApiError`. */
const developerError = 'NewExpression[callee.name!="ApiError"]'

// Components are imported automatically, so a mistyped name would compile. Each name must match a component
// of the project or of a framework.
const ownComponents = readdirSync(new URL('components', import.meta.url), { recursive: true }).flatMap(
  path => /([^/]+)\.(?:vue|ts)$/.exec(path)?.slice(1) ?? [],
)
// Nuxt UI's own button and icon load code that AppButton and AppIcon do not need.
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
  // All texts that people read are in app/text: see docs/translating.md.
  {
    files: ['{app,components,pages}/**/*.vue'],
    rules: {
      'vue/no-bare-strings-in-template': [
        'error',
        {
          // C and E are the names of keys.
          allowlist: [...'()·,.:;…–—-+×/@#%★“”', 'Exhibit', 'AGENTS.md', 'uploadUrl', 'C', 'E'],
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
        // Finds a sentence, or the beginning of one. Errors that only developers see are excluded.
        ...['Literal[value=', 'TemplateElement[value.raw='].map(literal => ({
          selector:
            `:not(${developerError}, ${developerError} > TemplateLiteral) > ` +
            `${literal}/${textStart.source}/]`,
          message: 'Move this text to app/text.',
        })),
      ],
    },
  },
  // Layouts, app.vue and error.vue use components, as pages do. The other folders of app/ use no components.
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
  // Text from other people must be made printable before it is written to a terminal.
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
  // In a transaction, a read through `db` is not part of the transaction and returns the state before it.
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
  // Each kind of test uses one name of the test function: `test` in the dom and browser tests, because
  // Playwright has only `test`, and `it` in all other tests.
  ...[
    { files: ['tests/{dom,e2e}/**/*.ts'], importNames: ['it'], message: 'Dom and browser tests use `test`.' },
    {
      files: ['tests/**/*.ts'],
      // The fixtures imitate projects of users, so this rule does not apply to them.
      ignores: ['tests/{dom,e2e,fixtures}/**'],
      importNames: ['test'],
      message: 'Tests other than dom and browser tests use `it`.',
    },
  ].map(({ importNames, message, ...files }) => ({
    ...files,
    rules: { 'no-restricted-imports': ['error', { paths: [{ name: 'vitest', importNames, message }] }] },
  })),
  {
    files: ['tests/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'mock', message: 'Tests run the modules of the project, not copies.' },
      ],
    },
  },
  // The command line is a client like any other: it uses the server only over HTTP.
  forbid(['cli/**'], [toServer, toApp, toSchemas]),
  forbid(
    ['cli/capture/page/**'],
    [toServer, toApp, toSchemas, ['^(node:|\\.\\./\\.\\./)', 'Pages run this code, without Node.js.']],
  ),
  // A route file contains only the name of its operation, and options for its response where it needs some.
  // Documents and middleware use only http/ and shared/.
  forbid(
    ['server/routes/**', 'server/api/**'],
    [toApp, toH3, toInvoke, toDomain, toDrizzle, toDb, toStorage, toServices, toAccess],
  ),
  forbid(
    ['server/middleware/**'],
    [toApp, toInvoke, toDomain, toDrizzle, toDb, toStorage, toServices, toAccess],
  ),
  forbid(['server/http/**'], [toApp, toDomain, toDrizzle, toDb, toStorage, toServices]),
  // The tools of the MCP server run operations. http/ reads the requests of MCP clients.
  forbid(['server/mcp/**'], [toApp, toH3, toHttp, toDomain, toDrizzle, toDb, toStorage, toServices]),
  // The layer outgoing/ sends requests to URLs that people entered.
  forbid(
    ['server/outgoing/**'],
    [toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toDb, toDrizzle, toStorage, toServices],
  ),
  // The layers transport/ and response-cache/ run operations for every transport, such as HTTP and MCP.
  forbid(
    ['server/{transport,response-cache}/**'],
    [toApp, toH3, toHttp, toDrizzle, toDb, toStorage, toServices],
  ),
  forbid(['server/domain/**'], [toApp, toH3, toHttp, toInvoke, toSubscribers]),
  // Of the layers that identify and check callers, sign-in/ is the highest. Below it are access/ and limits/,
  // and below these is secrets/.
  forbid(['server/sign-in/**'], aroundCallers),
  forbid(['server/access/**'], [...aroundCallers, toLayers(['sign-in', 'limits'], belowSignIn)]),
  forbid(['server/limits/**'], [...aroundCallers, toLayers(['sign-in', 'access', 'changes'], belowSignIn)]),
  forbid(
    ['server/secrets/**'],
    [...aroundCallers, toDb, toDrizzle, toLayers(['sign-in', 'access', 'limits', 'changes'], belowSignIn)],
  ),
  // The layer changes/ records a change and notifies others of it. It contains no code that checks callers.
  forbid(['server/changes/**'], [toApp, toH3, toHttp, toInvoke, toDomain, toCallers, toStorage, toServices]),
  forbid(
    ['server/media/**', 'server/storage/**', 'server/mail/**'],
    [toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toDb, toDrizzle],
  ),
  forbid(['server/db/**'], [toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toStorage, toServices]),
  // The operator's commands run without the server. From limits/, they only use the connection to Redis.
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
        'A command must not import sign-in/, access/, secrets/, changes/ or, except redis, limits/.',
      ),
      toLayers(
        ['media', 'tasks', 'plugins'],
        'A command must not import media/, tasks/ or plugins/: it runs without the server.',
      ),
    ],
  ),
  // The layers that every layer may import.
  forbid(
    ['server/{process,bytes,errors,settings,metrics,downloads}/**'],
    [
      ...[toApp, toH3, toHttp, toInvoke, toDomain, toAccess, toDb, toDrizzle, toStorage, toServices],
      toLayers(['mcp', 'outgoing', 'operate'], 'Every layer imports this folder, so it imports no layer.'),
    ],
  ),
  forbid(['server/tasks/**'], [toApp, toHttp, toInvoke, toDrizzle, toDb, toStorage]),
  // Plugins connect the other layers with the start and the end of the process, and with its requests.
  forbid(['server/plugins/**'], [toApp, toInvoke, toDrizzle]),
)
