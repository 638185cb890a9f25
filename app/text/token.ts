import { defineText } from './define-text'

/** The texts of the page of agent tokens. Those of its dialogs are in `token-dialogs`. */
export const text = defineText({
  page: {
    title: 'Agent tokens',
    about: 'Agents use these tokens to authenticate. A token is shown only once, when you create it.',
    new: 'New token',
    failed: "Couldn't load the tokens.",
    none: 'No tokens yet',
    noneHint: "Create one for each agent and set it in the agent's environment, never in a prompt or a URL.",
  },
  row: {
    revoked: 'Revoked',
    /** The label of a token that has expired. */
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
    /** The commands in the names of the buttons that copy them. */
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
    /** The commands in the names of the buttons that copy them. */
    signInCommand: 'command that signs in',
    tokenCommand: 'command with a token',
  },
})
