import type { ArtifactRow } from './rows'

/** The fields that name the screen that a piece of evidence shows. */
export type NamedScreen = Pick<ArtifactRow, 'title' | 'variationGroup' | 'viewport' | 'scenario'>

/**
 * A character that no field contains: the unit separator (ASCII). The migration that fills old rows uses it
 * too.
 */
const SEPARATOR = '\u001f'

/**
 * Returns the key of a piece of evidence: its project, title, variation group, viewport size and scenario.
 * Revisions with the same key show the same screen, in any review of the project.
 */
export const baselineKey = (
  projectId: string,
  { title, variationGroup, viewport, scenario }: NamedScreen,
): string =>
  [
    projectId,
    title,
    variationGroup ?? '',
    viewport ? `${viewport.width}x${viewport.height}` : '',
    scenario ?? '',
  ].join(SEPARATOR)
