import { slugOf } from '../../../text/slug'
import { contract } from '../../index'
import type { Operation } from '../operation'

/** A group of operations that have the same tag. Each group has a separate document. */
export interface ApiGroup {
  tag: string
  operations: Operation[]
}

const operations: Operation[] = Object.values(contract)

/** The public operations, in the order of the contract. */
export const publicOperations = operations.filter(row => !row.internal)

/** The groups of the public operations, in the order of the contract. */
export const apiGroups: ApiGroup[] = [...Map.groupBy(publicOperations, row => row.tag)].map(
  ([tag, rows]) => ({ tag, operations: rows }),
)

/** Returns the path of the document of a group. */
export const groupPath = ({ tag }: ApiGroup): string => `/docs/api/${slugOf(tag)}.md`

/** Returns a list of links to the documents of all groups. */
export const groupLinks = (publicUrl: string): string =>
  apiGroups.map(group => `[${group.tag}](${publicUrl}${groupPath(group)})`).join(' · ')
