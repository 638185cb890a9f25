import { expect, it } from 'vitest'
import { readArguments } from '~~/server/operate/arguments'

const read = (...args: string[]) => {
  const given = readArguments('admin', args)
  return given?.command === 'admin' ? given.admin : null
}

it('the arguments and the reason of an administration command are parsed', () => {
  expect(read('people')).toEqual({ name: 'people', search: null })
  expect(read('workspaces', 'Acme Inc')).toEqual({ name: 'workspaces', search: 'Acme Inc' })
  expect(read('make-owner', 'Acme', 'ann@example.org', '--reason', ' Left ')).toEqual({
    name: 'make-owner',
    workspace: 'Acme',
    person: 'ann@example.org',
    reason: 'Left',
  })
  expect(read('add-person', 'ann@example.org', '--name', 'Ann', '--reason', 'New')).toEqual({
    name: 'add-person',
    email: 'ann@example.org',
    personName: 'Ann',
    reason: 'New',
  })
  expect(read('password-link', 'ann@example.org', '--reason', 'x')).toMatchObject({ name: 'password-link' })
  expect(read('suspend', 'ws_1', '--reason', 'x')).toEqual({ name: 'suspend', subject: 'ws_1', reason: 'x' })
  expect(read('unsuspend', 'ws_1', '--reason', 'x')).toMatchObject({ name: 'unsuspend' })
  expect(readArguments('admin', ['people', '--json'])).toMatchObject({ json: true })
  expect(readArguments('admin', ['--help'])).toBeNull()
})

it('a wrong command for administration is refused with one line that names the correct command', () => {
  for (const [args, message] of [
    [[], /^admin: name a command: people, workspaces, make-owner, /],
    [['remove'], /^admin: name a command: /],
    [['people', 'a', 'b'], 'admin: people takes [SEARCH]; try admin --help'],
    [['people', '--reason', 'x'], 'admin: people changes nothing, so it takes no --reason'],
    [['make-owner', 'Acme'], 'admin: make-owner takes WORKSPACE PERSON; try admin --help'],
    [['suspend', ''], 'admin: suspend takes PERSON|WORKSPACE; try admin --help'],
    [['suspend', 'Acme'], 'admin: suspend needs --reason "…", which is recorded in the activity'],
    [
      ['suspend', 'Acme', '--reason', ' '],
      'admin: suspend needs --reason "…", which is recorded in the activity',
    ],
    [['suspend', 'Acme', '--reason', 'x', '--name', 'y'], 'admin: --name is an option of add-person only'],
    [
      ['add-person', 'a@b.org', '--reason', 'x'],
      'admin: add-person needs --name "…", the name of the person',
    ],
    [['people', '--keep', '3'], 'admin: there is no option --keep; try --help'],
  ] as const)
    expect(() => read(...args)).toThrow(message)
})
