import type { AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import { text } from '~/text/admin'

/** An action of an administrator on a person or a workspace. */
export type AdminAction = 'suspend' | 'unsuspend' | 'delete' | 'cancelDeletion'

/** A person or a workspace. Its state determines which actions are possible. */
export type Subject = { kind: 'workspace' | 'person' } & Pick<
  AdminWorkspace | AdminPerson,
  'id' | 'name' | 'state'
>

/** Returns the actions that are possible for a subject, in the order of its menu. */
export function adminActionsOf({ state }: Subject): AdminAction[] {
  if (state === 'deleting') return ['cancelDeletion']
  return [state === 'active' ? 'suspend' : 'unsuspend', 'delete']
}

/** The API operation of each action. */
export const adminActionOperations = {
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

/** The texts of an action, for the menu and for the dialog that confirms the action. */
export interface AdminActionTexts {
  menu: string
  icon: string
  title: string
  description: string
  confirm: string
  /** The sentence that names the data that stays unchanged if the action fails. */
  unchanged: string
}

/** Returns the texts of an action on a subject. `delayDays`: the days until a deletion takes place. */
export function adminActionTexts(
  { kind, name }: Subject,
  action: AdminAction,
  delayDays: number,
): AdminActionTexts {
  const { suspend, unsuspend, delete: deletion, cancelDeletion } = text.actions
  const texts: Record<AdminAction, AdminActionTexts> = {
    suspend: {
      menu: suspend.menu,
      icon: 'i-lucide-ban',
      title: suspend.title(name),
      description: suspend.description[kind],
      confirm: suspend.confirm[kind],
      unchanged: suspend.unchanged(name),
    },
    unsuspend: {
      menu: unsuspend.menu,
      icon: 'i-lucide-undo-2',
      title: unsuspend.title(name),
      description: unsuspend.description,
      confirm: unsuspend.confirm,
      unchanged: unsuspend.unchanged(name),
    },
    delete: {
      menu: deletion.menu,
      icon: 'i-lucide-trash-2',
      title: deletion.title(name),
      description: deletion.description[kind](delayDays),
      confirm: deletion.confirm(delayDays),
      unchanged: deletion.unchanged(name),
    },
    cancelDeletion: {
      menu: cancelDeletion.menu,
      icon: 'i-lucide-undo-2',
      title: cancelDeletion.title(name),
      description: cancelDeletion.description,
      confirm: cancelDeletion.confirm,
      unchanged: cancelDeletion.unchanged(name),
    },
  }
  return texts[action]
}
