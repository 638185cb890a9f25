/** The kind of object that the open dialog creates. */
export type Creation = { what: 'project' | 'workspace' | 'token' } | { what: 'review'; projectId: string }

/**
 * The object whose creation dialog is open, over any page. It is in `useState`, because layouts contain the
 * dialog.
 */
export const useCreation = () => useState<Creation | undefined>('creation')
