import { defineText } from './define-text'

/** The texts of `components/connect` and its page. */
export const text = defineText({
  form: {
    title: 'Connect an app',
    hint: 'The app gets an agent token, with which it acts in the workspace that you choose.',
    /** Followed by the name. */
    name: 'The app calls itself',
    /** Followed by the address. */
    returnsTo: 'It returns to',
    local: 'An app on this computer',
    warning: 'Connect only an app that you started yourself: any app can choose any name.',
    noWorkspace:
      "You can't create agent tokens in any of your workspaces. Ask a workspace owner to connect the app.",
    workspace: 'Workspace',
    onlyProject: (project: string) => `Only ${project}`,
    noPermission: 'Choose at least one permission.',
    unchanged: "The app wasn't connected.",
    connect: 'Connect',
    duration: (days: number) =>
      `The app stays connected for ${days} days, or until you revoke its token under ` +
      'Settings → Agent tokens.',
  },
  connected: {
    title: 'App connected',
    hint: (app: string) => `Return to ${app} to continue. You can close this page.`,
  },
  problem: {
    title: "This app can't be connected",
    /** `problem` is a sentence of the server. */
    explanation: (app: string, problem: string | null) =>
      `${app} sent a request that this server doesn't accept: ${problem}`,
    returnTo: (address: string) => `Return to ${address}`,
    unknownApp:
      "This server doesn't know the app, or the app asks to return to an address that it hasn't " +
      'registered. In the app, remove this server and add it again.',
  },
  failed: "Couldn't load the request.",
})
