import type { Command } from 'commander'

/**
 * Adds the options that identify a review: see `ReviewOptions`. Commands about a thread also accept
 * these options, although the thread determines the review: the same options can then be used with every
 * command.
 */
export const reviewOptions = (command: Command): Command =>
  command
    .option('--review <id>', 'a review by its id or address')
    .option('--ref <name>', 'the review with this externalRef (default: the branch)')
    .option('--pr <name>', 'the review of a pull request: 77, #77, OWNER/REPO#77 or its address')
    .option('--project <slug>', 'the project, by slug or id (default: EXHIBIT_PROJECT, else the only one)')
