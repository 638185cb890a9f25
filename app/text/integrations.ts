import { defineText } from './language/define-text'

/** The texts of the page of webhooks. */
export const webhook = defineText('integrations', 'webhook', {
  page: {
    title: 'Webhooks',
    about: 'Notify your programs or a chat of events in this workspace. Only owners can see webhooks.',
    new: 'New webhook',
    failed: "Couldn't load the webhooks.",
    none: 'No webhooks yet',
    noneHint: 'Create one to start an agent on new comments, or to post verdicts to Slack or Discord.',
    /** A command follows this text. */
    example: 'A webhook sends messages like this one, which you can send to your program to try it:',
    exampleCommand: 'command that sends a message',
  },
  row: {
    format: 'Format',
    events: 'Events',
    created: 'Created {time}',
    createdBy: 'Created {time} by {person}',
    failingSince: 'failing since {time}',
    oldSecret: 'messages are also signed with the old secret',
    deliveries: 'Deliveries',
    deliveriesTo: (url: string) => `Deliveries to ${url}`,
    rotateSecret: 'Rotate secret',
    enable: 'Enable',
    disable: 'Disable',
    enabled: 'Webhook enabled',
    disabled: 'Webhook disabled',
    unchanged: "The webhook wasn't changed.",
  },
  deletion: {
    title: 'Delete this webhook?',
    consequence: (url: string) =>
      `Nothing more is sent to ${url}, and its log is deleted. This can't be undone.`,
    confirm: 'Delete webhook',
    notDeleted: 'The webhook still exists.',
  },
  /** The name of each format, and a hint about the URL that it needs. */
  formats: {
    standard: { label: 'Standard Webhooks (JSON)', help: 'Signed JSON for a program of yours.' },
    slack: { label: 'Slack', help: 'The address of an incoming webhook of Slack, or of Mattermost.' },
    discord: { label: 'Discord', help: 'The webhook address of a Discord channel.' },
  },
  /** The reasons why a webhook is disabled. */
  disabled: {
    person: 'Disabled',
    gone: 'Disabled: the receiver responded 410 Gone',
    failures: 'Disabled after five days of failures',
  },
  failing: 'Failing',
  /** The name of a test message in the list of messages. */
  test: 'Test',
  /** The results of the last attempt to send a message. */
  result: {
    notSent: 'Not sent yet',
    noResponse: 'No response',
    status: (status: number, milliseconds: number) => `Status ${status} in ${milliseconds} ms`,
  },
})

/** The texts of the dialogs that create and change webhooks and show their secrets. */
export const webhookDialogs = defineText('integrations', 'webhookDialogs', {
  dialog: {
    new: 'New webhook',
    edit: 'Edit webhook',
    about: 'Sends a request to an address of yours when something happens in this workspace.',
    create: 'Create webhook',
    address: 'Address',
    addressExample: 'https://example.com/hooks/exhibit',
    format: 'Format',
    onlyProject: (project: string) => `Only ${project}`,
    noEvent: 'Choose at least one event.',
  },
  rotation: {
    title: 'Rotate the signing secret?',
    about: 'For 24 hours, both secrets sign the messages. Then the old one stops working.',
    confirm: 'Rotate secret',
  },
  secret: {
    title: 'Copy the signing secret',
    newTitle: 'Copy the new signing secret',
    about: 'It is shown only once. We store it encrypted, to sign the messages.',
    /** The name of the secret in the label of its copy button. */
    label: 'signing secret',
    use: 'Use it to verify that a message comes from this server. Any library for {standard} can do this.',
    standard: 'Standard Webhooks',
  },
})

/** The texts of the list of a webhook's messages. */
export const deliveries = defineText('integrations', 'deliveries', {
  log: {
    label: (url: string) => `Deliveries to ${url}`,
    about: 'The messages of the last 30 days, newest first.',
    sendTest: 'Send a test',
    notSent: 'No test was sent.',
    failed: "Couldn't load the deliveries.",
    failedMore: "Couldn't load more deliveries.",
    none: 'No deliveries yet',
    noneHint: 'Messages appear here once they are sent.',
  },
  row: {
    pending: 'Pending',
    delivered: 'Delivered',
    failed: 'Failed',
    nextAttempt: (result: string, time: string) => `${result}, next attempt at ${time}`,
    attempts: 'Attempts and responses',
    status: (status: number) => `status ${status}`,
    milliseconds: (milliseconds: number) => `${milliseconds} ms`,
    response: 'Response',
    redeliver: 'Redeliver',
    redeliverLabel: (message: string) => `Redeliver ${message}`,
    notRedelivered: "It wasn't sent again.",
  },
})

/** The texts of the page of connected projects. */
export const forge = defineText('integrations', 'forge', {
  page: {
    title: 'Pull requests',
    about: 'Show reviews in the pull requests they are about. Only owners can see the connections.',
    connect: 'Connect a project',
    failed: "Couldn't load the connections.",
    none: 'No projects connected',
    noneHint:
      'The pull requests of a connected project get a comment with the evidence, and a status with the ' +
      'verdict.',
    example: 'A command says which pull request a review is about:',
    exampleCommand: 'command that uploads a screenshot for a pull request',
  },
  row: {
    paused: 'Paused',
    failing: 'Failing',
    server: 'Server',
    token: 'Token',
    tokenHint: (end: string) => `ends in ${end}`,
    images: 'Images',
    comments: 'Comments',
    noImages: 'not shown',
    lastWritten: 'Last written {time}',
    notWritten: 'Nothing written yet',
    connected: 'connected {time}',
    connectedBy: 'connected {time} by {person}',
    pausedUntil: (time: string) => `The forge limits the rate of requests. It continues at ${time}.`,
    answers: 'answers /exhibit',
    answer: 'Answer /exhibit in comments',
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
  /** The name of each forge, and the kind of token that it needs. */
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

/** The texts of the dialog that creates the secret for the webhook of a forge. */
export const forgeWebhook = defineText('integrations', 'forgeWebhook', {
  title: 'Answer /exhibit in comments',
  about:
    'A comment /exhibit in a pull request gets the state of its reviews. For this, the forge sends its ' +
    'comments to a webhook.',
  again: 'The earlier secret stops working at once.',
  create: 'Create secret',
  created: 'Copy the secret of the webhook',
  shownOnce: 'It is shown only once. We store it encrypted.',
  url: 'The URL that the forge sends comments to:',
  /** The names of the secret and the URL in the labels of their copy buttons. */
  secretLabel: 'secret of the webhook',
  urlLabel: 'URL of the webhook',
  /** The steps with which a person enters the URL and the secret at each forge. */
  steps: {
    github:
      'In the repository: Settings → Webhooks → Add webhook. Content type: application/json. Event: only ' +
      'Issue comments.',
    gitlab: 'In the project: Settings → Webhooks → Add new webhook. Trigger: only Comments.',
    gitea:
      'In the repository: Settings → Webhooks → Add webhook. Content type: application/json. Custom event: ' +
      'Pull request comment, in Forgejo Comments on pull requests.',
  },
})

/** The texts of the dialog that connects a project to a repository. */
export const forgeDialog = defineText('integrations', 'forgeDialog', {
  new: 'Connect a project',
  edit: 'Edit connection',
  about: 'Each pull request that a review names gets one comment and a commit status.',
  connect: 'Connect',
  project: 'Project',
  forge: 'Forge',
  address: 'Address',
  addressExample: 'https://git.example.com',
  repository: 'Repository',
  repositoryExample: 'owner/name',
  token: 'Token',
  tokenUnchanged: 'Unchanged',
  tokenUnchangedHint: (end: string) => `Unchanged (ends in ${end})`,
  images: 'Show images in comments',
  imagesHelp: 'Everyone who can read a pull request sees them. Pull requests from forks never get images.',
})

/** The texts of the page of agent tokens. */
export const token = defineText('integrations', 'token', {
  page: {
    title: 'Agent tokens',
    about: 'Agents use these tokens to authenticate. A token is shown only once, when you create it.',
    new: 'New token',
    failed: "Couldn't load the tokens.",
    none: 'No tokens yet',
    noneHint: "Create one for each agent and set it in the agent's environment, never in a prompt or a URL.",
    /** A command follows this text. */
    example: 'Or let a command ask for one: it prints a code, waits for your approval and saves the token.',
    exampleCommand: 'command that uploads a screenshot',
  },
  row: {
    permissions: 'Permissions',
    revoked: 'Revoked',
    /** The label of an expired token. */
    ended: 'Expired',
    created: 'Created {time}',
    createdBy: 'Created {time} by {person}',
    lastUsed: 'last used {time}',
    neverUsed: 'never used',
    expires: 'expires {date}',
    expired: 'expired {date}',
    revoke: 'Revoke',
    revokeLabel: (token: string) => `Revoke ${token}`,
  },
  instructions: {
    title: 'Instruct your agents',
    about:
      'A {skill} tells coding agents when to upload evidence, how to wait for comments and what is left to ' +
      'people. Run this in your repository:',
    skill: 'skill',
    /** The names of the commands in the labels of their copy buttons. */
    installCommand: 'command that installs the skill',
    lines: 'Or add these lines to {file}:',
    copiedLines: 'lines for AGENTS.md',
    account:
      'Give agents a token, not an account: an agent that signed up by itself acts as a person, so nothing ' +
      'stops it from resolving comments and verifying reviews.',
  },
  mcp: {
    title: 'Connect over MCP',
    about: 'Agents that speak the Model Context Protocol upload evidence and read comments at {address}.',
    needsToken: 'This server has no https, so most of them need a token in a header:',
    signIn: 'They sign in through this website and create their token themselves:',
    withoutBrowser: 'Where an agent cannot open a browser, give it a token:',
    /** The names of the commands in the labels of their copy buttons. */
    signInCommand: 'command that signs in',
    tokenCommand: 'command with a token',
  },
})

/** The texts of the dialogs that create and revoke agent tokens. */
export const tokenDialogs = defineText('integrations', 'tokenDialogs', {
  new: {
    title: 'New agent token',
    about: 'Lets an agent access this workspace or one of its projects.',
    confirm: 'Create token',
    nameHelp: "Shown next to the agent's comments.",
    nameExample: 'ci-agent',
    onlyProject: (project: string) => `Only ${project}`,
    expires: 'Expires',
    never: 'Never',
    inDays: (days: number) => `In ${days} days`,
    inOneYear: 'In 1 year',
    noPermission: 'Choose at least one permission.',
  },
  permissions: {
    legend: 'Permissions',
    /** The description of each capability of a token. */
    descriptions: {
      'artifact:write': 'Create reviews and upload evidence',
      'artifact:read': 'Download original files',
      'feedback:read': 'Read comments',
      'thread:reply': 'Comment, reply and mark comments as addressed',
      'project:create': 'Create projects. Not available for a token limited to one project',
    },
    people:
      'Only people resolve comments and set verdicts. An agent that signs in with an account counts as one.',
  },
  secret: {
    title: 'Copy your token',
    /** The names of the token and the command in the labels of their copy buttons. */
    label: 'token',
    exportCommand: 'export command',
    orExport: 'Or set it in the shell your agent runs in:',
  },
  revocation: {
    title: (token: string) => `Revoke “${token}”?`,
    consequence:
      "Agents using it lose access immediately. Evidence they uploaded stays. This can't be undone.",
    confirm: 'Revoke token',
    notRevoked: 'The token is still active.',
  },
})
