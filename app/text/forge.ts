import { defineText } from './define-text'

/** The texts of the page of connected projects. Those of its dialog are in `forge-dialog`. */
export const text = defineText({
  page: {
    title: 'Pull requests',
    about: 'Show reviews in the pull requests they are about. Only owners can see the connections.',
    connect: 'Connect a project',
    failed: "Couldn't load the connections.",
    none: 'No projects connected',
    noneHint: 'Its pull requests get a comment with the evidence, and a status that follows the verdict.',
  },
  row: {
    paused: 'Paused',
    failing: 'Failing',
    tokenHint: (end: string) => `token ends in ${end}`,
    noImages: 'no images',
    lastWritten: 'Last written {time}',
    notWritten: 'Nothing written yet',
    connected: 'connected {time}',
    connectedBy: 'connected {time} by {person}',
    pausedUntil: (time: string) => `The forge limits the rate of requests. It continues at ${time}.`,
    disconnect: 'Disconnect',
  },
  disconnection: {
    title: (project: string) => `Disconnect ${project}?`,
    consequence: (repository: string) =>
      `The token is deleted, and nothing more is written to ${repository}. ` +
      'Comments and statuses there stay.',
    confirm: 'Disconnect',
    notDisconnected: 'The project is still connected.',
  },
  /** What a forge is called, and which token it needs. */
  kinds: {
    github: {
      label: 'GitHub',
      token:
        'A fine-grained token for this repository that may read and write pull requests and commit statuses.',
    },
    gitlab: {
      label: 'GitLab',
      token: 'A project access token with the role Developer and the scope api.',
    },
    gitea: {
      label: 'Gitea or Forgejo',
      token: 'A token that may write issues and the repository.',
    },
  },
})
