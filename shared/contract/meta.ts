import { z } from 'zod'
import { planIds } from '../plans'
import { operations } from './kit/operation'

/** The version of the API, which clients depend on. The version of the product is in package.json. */
export const contractVersion = '1.0.0'

const Build = z
  .strictObject({
    version: z.string().meta({ description: 'The version of the product.' }),
    commit: z.string().nullable().meta({ description: 'Null if the build did not know it.' }),
  })
  .meta({ id: 'Build' })

export const ApiIndex = z
  .strictObject({
    name: z.string(),
    version: z.string(),
    build: Build,
    documentation: z.strictObject({
      llms: z.url().meta({ description: 'The starting point for agents.' }),
      skill: z.url().meta({ description: 'Instructions for coding agents (agentskills.io).' }),
      openapi: z.url(),
      quickstart: z.url(),
      api: z.url(),
      cli: z.url(),
    }),
    mcp: z
      .url()
      .nullable()
      .meta({ description: 'The server of the Model Context Protocol; null if it is turned off.' }),
    commandLine: z.strictObject({
      npx: z.string().meta({ description: 'Runs the command line of this version: append its arguments.' }),
      package: z.url().meta({ description: 'Its npm package. The address changes with its content.' }),
      clientId: z.string().meta({ description: 'The `client_id` of the device login.' }),
    }),
    authentication: z.string(),
    endpoints: z.array(
      z.strictObject({ method: z.string(), path: z.string(), summary: z.string(), auth: z.string() }),
    ),
  })
  .meta({ id: 'ApiIndex' })
export type ApiIndex = z.infer<typeof ApiIndex>

const Plan = z
  .strictObject({
    id: z.enum(planIds),
    name: z.string(),
    price: z.number().meta({ description: 'US dollars per month.' }),
    limits: z.record(z.string(), z.number().nullable()),
    retention: z.strictObject({ visibleDays: z.int(), recoverableDays: z.int() }),
  })
  .meta({ id: 'Plan' })

export const metaOperations = operations({
  readIndex: {
    method: 'GET',
    path: '/v1',
    tag: 'Service',
    summary: 'The API index',
    action: 'public',
    responses: { 200: ApiIndex },
  },

  readHealth: {
    method: 'GET',
    path: '/api/health',
    tag: 'Service',
    summary: 'Liveness',
    action: 'public',
    responses: { 200: z.strictObject({ ok: z.boolean(), ...Build.shape }) },
  },

  readReady: {
    method: 'GET',
    path: '/api/ready',
    tag: 'Service',
    summary: 'Readiness, for load balancers',
    description:
      '200 while the database accepts writes. Otherwise, and while the server starts or is being stopped, ' +
      '503 `unavailable`; `reasons` has `starting`, `database` or `draining`. `degraded` names what is ' +
      'away although the server works: `blobs`, so that evidence cannot be sent or received, and ' +
      '`redis`, so that each node counts rate limits for itself. These are checked every two seconds ' +
      'at most.',
    action: 'public',
    responses: {
      200: z.strictObject({ ready: z.literal(true), degraded: z.array(z.enum(['blobs', 'redis'])) }),
    },
  },

  listPlans: {
    method: 'GET',
    path: '/api/plans',
    tag: 'Service',
    summary: 'Public pricing',
    action: 'public',
    responses: { 200: z.strictObject({ plans: z.array(Plan) }) },
  },
})
