import type { Fault } from './fault.ts'

export const dashboardApp: Fault[] = [
  {
    id: 'focus-at-first-row',
    file: 'app/ui/use-focus-in-rows.ts',
    search: 'all[Math.min(index, all.length - 1)]',
    replace: 'all[0]',
    tests: ['tests/dom/ui/use-focus-in-rows.test.ts'],
    why: 'Who removes rows by the keyboard begins at the top of the list each time.',
  },
  {
    id: 'keys-on-again',
    file: 'app/ui/use-character-keys.ts',
    search: 'stored.value = on\n',
    replace: 'void on\n',
    tests: ['tests/dom/ui/use-character-keys.test.ts'],
    why: 'Speech input triggers shortcuts again after each page load, though they were turned off.',
  },
  {
    id: 'passkeys-for-all',
    file: 'app/account/use-passkeys.ts',
    search: "supported.value = 'PublicKeyCredential' in window",
    replace: 'supported.value = true',
    tests: ['tests/dom/account/use-passkeys.test.ts'],
    why: 'Browsers without passkeys offer a button that only fails.',
  },
  {
    id: 'edges-left-to-right',
    file: 'app/ui/use-hidden-edges.ts',
    search: 'Math.abs(list.scrollLeft)',
    replace: 'list.scrollLeft',
    tests: ['tests/dom/ui/use-hidden-edges.test.ts'],
    why: 'From right to left, tabs that are out of view are not hinted at.',
  },
  {
    id: 'pale-text',
    file: 'app/assets/css/main.css',
    search: '--faint: #6b6b75;',
    replace: '--faint: #8a8a94;',
    tests: ['tests/unit/ui/contrast.test.ts'],
    why: 'Small texts have a contrast of 3.4 in the light theme.',
  },
  {
    id: 'pale-text-on-chip',
    file: 'app/assets/css/main.css',
    search: '--bad-soft: #3b0d18;',
    replace: '--bad-soft: #8b2d42;',
    tests: ['tests/unit/ui/contrast.test.ts'],
    why: 'In the dark theme, failures are hard to read on their own background.',
  },
]
