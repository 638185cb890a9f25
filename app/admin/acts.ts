import type { AdminPerson, AdminWorkspace } from '#shared/contract/admin'

/** What an administrator can do to a person or a workspace. */
export type Act = 'suspend' | 'unsuspend' | 'delete' | 'cancelDeletion'

/** A person or a workspace with the state that decides which acts it offers. */
export type Subject = { kind: 'workspace' | 'person' } & Pick<
  AdminWorkspace | AdminPerson,
  'id' | 'name' | 'state'
>

/** The acts that a subject offers, in the order of its menu. */
export function actsOf({ state }: Subject): Act[] {
  if (state === 'deleting') return ['cancelDeletion']
  return [state === 'active' ? 'suspend' : 'unsuspend', 'delete']
}

/** The operation of each act. */
export const actOperations = {
  workspace: {
    suspend: 'POST /api/admin/workspaces/{id}/suspend',
    unsuspend: 'POST /api/admin/workspaces/{id}/unsuspend',
    delete: 'POST /api/admin/workspaces/{id}/delete',
    cancelDeletion: 'POST /api/admin/workspaces/{id}/cancel-deletion',
  },
  person: {
    suspend: 'POST /api/admin/people/{id}/suspend',
    unsuspend: 'POST /api/admin/people/{id}/unsuspend',
    delete: 'POST /api/admin/people/{id}/delete',
    cancelDeletion: 'POST /api/admin/people/{id}/cancel-deletion',
  },
} as const

/** The texts of an act: in the menu, and in the dialog that confirms it. */
export interface ActTexts {
  menu: string
  icon: string
  title: string
  description: string
  confirm: string
  /** What is still the case when it fails. */
  unchanged: string
}

/** Returns the texts of an act on a subject; the deletion takes place after `graceDays`. */
export function actTexts({ kind, name }: Subject, act: Act, graceDays: number): ActTexts {
  const reach =
    kind === 'workspace'
      ? 'Its members, agents, share links and media links get an error instead of its content'
      : 'Their sessions and the agent tokens they created get an error; other members keep access'
  const texts: Record<Act, ActTexts> = {
    suspend: {
      menu: 'Suspend',
      icon: 'i-lucide-ban',
      title: `Suspend ${name}?`,
      description: `${reach}, from now on and until you lift the suspension. Nothing is deleted.`,
      confirm: kind === 'workspace' ? 'Suspend workspace' : 'Suspend person',
      unchanged: `${name} is not suspended.`,
    },
    unsuspend: {
      menu: 'Lift suspension',
      icon: 'i-lucide-undo-2',
      title: `Lift the suspension of ${name}?`,
      description: 'Everything works again as before.',
      confirm: 'Lift suspension',
      unchanged: `${name} is still suspended.`,
    },
    delete: {
      menu: 'Delete',
      icon: 'i-lucide-trash-2',
      title: `Delete ${name}?`,
      description:
        `${reach}. In ${graceDays} days ` +
        (kind === 'workspace'
          ? 'all of its reviews, evidence and comments are deleted for good. '
          : 'their account is deleted for good. What they wrote in workspaces of others stays. ') +
        'You can cancel the deletion until then.',
      confirm: `Delete in ${graceDays} days`,
      unchanged: `${name} will not be deleted.`,
    },
    cancelDeletion: {
      menu: 'Cancel deletion',
      icon: 'i-lucide-undo-2',
      title: `Cancel the deletion of ${name}?`,
      description: 'Nothing is deleted. A suspension from before stays.',
      confirm: 'Cancel deletion',
      unchanged: `${name} will still be deleted.`,
    },
  }
  return texts[act]
}
