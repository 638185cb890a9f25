/** The kind of object that the open dialog creates. */
export type Creation = { what: 'project' | 'workspace' | 'token' } | { what: 'review'; projectId: string }

/**
 * The kind of object whose creation dialog is open; undefined if none is. It is stored in `useState`, because
 * layouts contain the dialog, so that it can open over any page.
 */
export const useCreation = () => useState<Creation | undefined>('creation')
