/**
 * What a run of the api tests uses, from TEST_DEPLOYMENT: one node on SQLite and a folder, one on PostgreSQL
 * and S3, or two of these, of which each request goes to the other than the one before.
 */
export type DeploymentKind = 'standalone' | 'postgres-s3' | 'two-nodes'

/** Returns what this run uses. */
export function deploymentOfRun(): DeploymentKind {
  const kind = process.env.TEST_DEPLOYMENT ?? 'standalone'
  if (kind === 'standalone' || kind === 'postgres-s3' || kind === 'two-nodes') return kind
  throw new Error('TEST_DEPLOYMENT must be standalone, postgres-s3 or two-nodes')
}
