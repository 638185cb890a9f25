import type { AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import { text } from '~/text/admin'

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
  const { suspend, unsuspend, delete: deletion, cancelDeletion } = text.acts
  const texts: Record<Act, ActTexts> = {
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
      description: deletion.description[kind](graceDays),
      confirm: deletion.confirm(graceDays),
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
  return texts[act]
}
