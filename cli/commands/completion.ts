import { Argument, type Command } from 'commander'
import { createOutput } from '../output'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** Adds `exhibit completion`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('Print the completion of a shell')
    .description('Prints a script for a shell: source <(exhibit completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell, _options, command: Command) => {
      const script = scripts[shell](wordsOf(program))
      createOutput(command.optsWithGlobals<{ json?: boolean }>().json ?? false).result(
        { shell, script },
        script,
      )
    })
}

interface CommandWords {
  name: string
  summary: string
  options: string[]
}

function wordsOf(program: Command): CommandWords[] {
  const longNames = (command: Command) => command.options.flatMap(each => each.long ?? [])
  return program.commands.map(command => ({
    name: command.name(),
    summary: command.summary(),
    options: [...longNames(command), ...longNames(program), '--help'],
  }))
}

const scripts: Record<Shell, (commands: CommandWords[]) => string> = {
  bash: commands => `_exhibit() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  case \${COMP_WORDS[1]} in
${commands.map(({ name, options }) => `    ${name}) words='${options.join(' ')}' ;;`).join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${commands.map(each => each.name).join(' ')}'
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _exhibit exhibit`,
  zsh: commands => `#compdef exhibit
_exhibit() {
  local -a commands=(${commands.map(({ name, summary }) => `'${name}:${plain(summary)}'`).join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${commands.map(({ name, options }) => `    ${name}) compadd -- ${options.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _exhibit exhibit`,
  fish: commands =>
    commands
      .flatMap(({ name, summary, options }) => [
        `complete -c exhibit -n __fish_use_subcommand -f -a ${name} -d '${plain(summary)}'`,
        ...options.map(
          option => `complete -c exhibit -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
        ),
      ])
      .join('\n'),
}

/** Returns a text without the characters that have a meaning in a shell or in the descriptions of zsh. */
const plain = (text: string) => text.replace(/['":\\]/g, '')
