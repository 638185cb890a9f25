/**
 * The deployment of a run of the api tests, from TEST_DEPLOYMENT: one node with SQLite and a folder, one node
 * with PostgreSQL and S3, or two such nodes that get requests in turn.
 */
export type DeploymentKind = 'standalone' | 'postgres-s3' | 'two-nodes'

/** Returns the deployment of this run. */
export function deploymentOfRun(): DeploymentKind {
  const kind = process.env.TEST_DEPLOYMENT ?? 'standalone'
  if (kind === 'standalone' || kind === 'postgres-s3' || kind === 'two-nodes') return kind
  throw new Error('TEST_DEPLOYMENT must be standalone, postgres-s3 or two-nodes')
}
