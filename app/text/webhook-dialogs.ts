import { defineText } from './define-text'

/** The texts of the dialogs that create and change webhooks, and show their secrets. */
export const text = defineText({
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
    about: 'For 24 hours, messages are signed with the old and the new secret. Then the old one ends.',
    confirm: 'Rotate secret',
  },
  secret: {
    title: 'Copy the signing secret',
    newTitle: 'Copy the new signing secret',
    about: 'It is shown only once. We store it encrypted, to sign the messages.',
    /** The secret in the name of the button that copies it. */
    label: 'signing secret',
    use: 'Your program verifies with it that a message comes from here. Any library for {standard} does.',
    standard: 'Standard Webhooks',
  },
})
