/** What the dialog that is open creates. */
export type Creation = { what: 'project' | 'workspace' | 'token' } | { what: 'review'; projectId: string }

/** The dialog that creates something, open over any page. Session state: layouts contain it, not pages. */
export const useCreation = () => useState<Creation | undefined>('creation')
