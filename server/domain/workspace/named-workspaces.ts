import { and, eq, isNull, or } from 'drizzle-orm'
import { newId } from '#shared/ids'
import { lock, write, type Db } from '~~/server/db'
import { workspace } from '~~/server/db/schema'
import { system } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import { settings } from '~~/server/settings'
import { SettingsError } from '~~/server/settings/error'

const isId = (text: string) => text.startsWith('ws_')

/**
 * Creates the workspaces that `DEFAULT_WORKSPACE` and `OIDC_GROUPS` name, if they are missing. Afterwards
 * they can be renamed: they are recognized by the name in the setting, never by their present name, since
 * anyone may give this name to a workspace. Throws a SettingsError for the id of a workspace that does not
 * exist.
 */
export async function createNamedWorkspaces(): Promise<void> {
  const { defaultWorkspace, groupRoles } = settings()
  const named = Object.entries({
    DEFAULT_WORKSPACE: defaultWorkspace ? [defaultWorkspace] : [],
    OIDC_GROUPS: groupRoles,
  })
  for (const [setting, entries] of named)
    for (const name of new Set(entries.map(each => each.workspace)))
      await write(async tx => {
        await lock(`workspace named ${name}`)
        if (await findNamed(tx, name)) return
        if (isId(name)) throw new SettingsError([`${setting}: there is no workspace ${name}; correct the id`])
        await insertNamed(tx, name)
      })
}

async function insertNamed(tx: Db, name: string): Promise<void> {
  const id = newId('workspace')
  await tx.insert(workspace).values({ id, name, settingName: name, plan: 'free', createdAt: Date.now() })
  await recordChange(tx, { kind: 'workspace.created', actor: system, subjectId: id, workspaceId: id })
}

/** Returns the workspace that a setting names, also while it is suspended; undefined if there is none. */
async function findNamed(executor: Db, name: string) {
  const column = isId(name) ? workspace.id : workspace.settingName
  return (await executor.select().from(workspace).where(eq(column, name)))[0]
}

/** Returns the active workspace that a setting names by its name or id; undefined if there is none. */
export async function findActiveNamed(executor: Db, name: string) {
  const isNamed = or(eq(workspace.id, name), eq(workspace.settingName, name))
  const isActive = and(isNull(workspace.suspendedAt), isNull(workspace.deletesAt))
  return (await executor.select().from(workspace).where(and(isNamed, isActive)))[0]
}
