import type { Command } from 'commander'
import { usageFailure } from '../failure'
import { nearMatches } from '../near-matches'
import { createOutput } from '../output'
import { programName } from '../package-info'
import type { GlobalOptions } from '../account/session'

/** Adds `exhibit help`. */
export function addHelp(program: Command): void {
  program
    .command('help')
    .summary('Print the help of all commands, or of one')
    .argument('[command...]', 'such as push, or skill install')
    .action((names: string[], _options, command: Command) => {
      const help = helpOf(find(program, names))
      createOutput(command.optsWithGlobals<GlobalOptions>().json ?? false).result({ help }, help)
    })
}

/** Returns the help text of a command, as `--help` prints it. */
function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: text => (help += text) }).outputHelp()
  return help.replace(/\n$/, '')
}

/** Returns the command with these names. Throws a usage failure if there is none. */
function find(program: Command, names: string[]): Command {
  let found = program
  for (const name of names) {
    const named = found.commands.find(each => each.name() === name)
    if (!named) {
      const [near] = nearMatches(
        name,
        found.commands.map(each => each.name()),
      )
      throw usageFailure(
        `There is no command "${names.join(' ')}".`,
        near === undefined ? `Run "${programName()} help" to see the commands.` : `Did you mean ${near}?`,
      )
    }
    found = named
  }
  return found
}
