import { Command } from 'commander'
import { addComment } from './commands/comment'
import { addCompletion } from './commands/completion'
import { addDoctor } from './commands/doctor'
import { addFeedback } from './commands/feedback'
import { addHelp } from './commands/help'
import { addHook } from './commands/hook'
import { addList } from './commands/list'
import { addLogin } from './commands/login'
import { addOpen } from './commands/open'
import { addPush } from './commands/push'
import { addRecord } from './commands/record'
import { addShot } from './commands/shot'
import { addSkill } from './commands/skill'
import { addView } from './commands/view'
import { addWait } from './commands/wait'
import { describeBuild } from './package-info'

/**
 * Returns the parser of the command line. It throws errors instead of printing them or ending the process.
 */
export function createProgram(): Command {
  const program = new Command('exhibit')
    .description('Visual evidence review for coding agents: send evidence, read feedback.')
    .version(describeBuild())
    .option('--json', 'for scripts: print the result, and an error, as one JSON document')
    .option(
      '--server <url>',
      'address of the server (default: EXHIBIT_URL, else the last login, else the server of this package)',
    )
    .option('--no-login', 'end with exit code 3 where a person would have to sign in, as in CI')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      outputError: () => {},
      writeErr: () => {},
      // The help is not wrapped into narrow columns, because an agent pays for each space and line break.
      ...(process.stdout.isTTY ? {} : { getOutHelpWidth: () => 110 }),
    })
    .showHelpAfterError(false)
    .helpCommand(false)
  program.addHelpText(
    'after',
    `
The plain output is complete and says what to run next; --json is longer.
Exit codes: 0 done, 1 failed, 2 wrong command line, 3 not signed in, 4 limit of the plan, 5 the wait ran out,
6 Node.js is too old. Without a token, a command prints an address and a code, and waits for a person.
EXHIBIT_URL and EXHIBIT_TOKEN take precedence over "exhibit login"; EXHIBIT_PROJECT names the project.`,
  )
  for (const add of [
    addLogin,
    addPush,
    addShot,
    addRecord,
    addList,
    addFeedback,
    addView,
    addWait,
    addOpen,
    addComment,
    addSkill,
    addHook,
    addDoctor,
    addCompletion,
    addHelp,
  ])
    add(program)
  return program
}
