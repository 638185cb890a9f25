import { slugOf } from '../../../text/slug'
import { contract } from '../../index'
import type { Feature } from '../../features'
import { featureFor } from '../../../permissions'
import type { Operation } from '../operation'

/** A group of operations that have the same tag. Each group has a separate document. */
export interface ApiGroup {
  tag: string
  operations: Operation[]
}

const operations: Operation[] = Object.values(contract)

/** The public operations, in the order of the contract. */
export const publicOperations = operations.filter(row => !row.internal)

/**
 * Returns whether a server offers an operation. `turnedOff` lists the parts that are turned off on this
 * server.
 */
export function isOffered({ action }: Operation, turnedOff: readonly Feature[]): boolean {
  const feature = featureFor(action, 'agent')
  return feature === undefined || !turnedOff.includes(feature)
}

/** The groups of the public operations, in the order of the contract. */
export const apiGroups: ApiGroup[] = [...Map.groupBy(publicOperations, row => row.tag)].map(
  ([tag, rows]) => ({ tag, operations: rows }),
)

/** Returns the path of the document of a group. */
export const groupPath = ({ tag }: ApiGroup): string => `/docs/api/${slugOf(tag)}.md`

/** Returns a list of links to the documents of all groups. */
export const groupLinks = (publicUrl: string): string =>
  apiGroups.map(group => `[${group.tag}](${publicUrl}${groupPath(group)})`).join(' · ')
