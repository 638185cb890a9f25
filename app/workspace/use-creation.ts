/** The kind of object that the open dialog creates. */
export type Creation = { what: 'project' | 'workspace' | 'token' } | { what: 'review'; projectId: string }

/** The dialog that creates an object, open over any page. Session state: layouts contain it, not pages. */
export const useCreation = () => useState<Creation | undefined>('creation')
