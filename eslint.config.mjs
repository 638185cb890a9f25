// Keeps the dependency direction of docs/architecture.md:
// pages → components → app → shared ← server; routes, api → http, domain → live, access, media, storage, db → shared.
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
const toComponents = ['(^~~/(components|pages)|/(components|pages)/)', 'app/ knows no component or page.']
const toPages = ['(^~~/pages|/pages/)', 'Nothing imports a page.']
const toApp = [
  '^(~/|~~/(app|components|pages)/)',
  'The server and shared code know nothing of the dashboard.',
]
const toH3 = ['^(h3|nitropack|#imports)', 'Only routes, api, http, plugins, middleware and tasks know HTTP.']
const toHttp = ['(^~~/server/(http|routes|api)|\\.\\./(http|routes|api)/)', 'This layer knows no HTTP.']
const toDomain = ['(^~~/server/domain|\\.\\./domain/)', 'The lower layers know nothing of the domain.']
const toDrizzle = ['^(drizzle-orm|better-sqlite3)', 'Queries live in domain/, access/ and db/.']
const toDb = ['(^~~/server/db|\\.\\./db/)', 'This layer knows no database.']
const toKonva = ['^(vue|konva|vue-konva|#imports)', 'app/annotation is pure: no Vue, no Konva.', true]

export default withNuxt(
  { ignores: ['drizzle/**', 'public/**'] },
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'TSNonNullExpression', message: 'Say what happens when it is missing.' },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/html-self-closing': 'off',
      'vue/require-default-prop': 'off',
    },
  },
  forbid(['pages/**'], [toServer]),
  forbid(['components/**'], [toServer, toPages]),
  forbid(['app/**'], [toServer, toComponents]),
  forbid(['app/annotation/**'], [toServer, toComponents, toKonva]),
  // Each kind of shape has the component that draws it.
  forbid(['app/annotation/shapes/*/*.vue'], [toServer, toComponents]),
  forbid(
    ['shared/**'],
    [
      ['^(~|vue|h3|nitropack|nuxt|node:|#)', 'shared/ is pure TypeScript for both sides.'],
      ['/(app|server|components|pages)/', 'shared/ imports nothing of ours from outside.'],
    ],
  ),
  forbid(['server/routes/**', 'server/api/**'], [toApp, toDrizzle]),
  forbid(['server/http/**'], [toApp, toDomain]),
  forbid(['server/domain/**'], [toApp, toH3, toHttp]),
  forbid(['server/access/**', 'server/live/**'], [toApp, toH3, toHttp, toDomain]),
  forbid(['server/media/**', 'server/storage/**'], [toApp, toH3, toHttp, toDomain, toDb, toDrizzle]),
  forbid(['server/db/**'], [toApp, toH3, toHttp, toDomain]),
)
