import { z } from 'zod'
import { anybody, operation } from './operation'

export const contractVersion = '1.0.0'

export const ApiIndex = z.strictObject({
  name: z.string(),
  version: z.string(),
  documentation: z.strictObject({ openapi: z.url(), quickstart: z.url(), api: z.url(), cli: z.url() }),
  authentication: z.string(),
  endpoints: z.array(z.strictObject({ method: z.string(), path: z.string(), summary: z.string(), auth: z.string() })),
}).meta({ id: 'ApiIndex' })
export type ApiIndex = z.infer<typeof ApiIndex>

export const readIndex = operation({
  id: 'readIndex',
  method: 'GET',
  path: '/v1',
  tag: 'Service',
  summary: 'The API index',
  auth: anybody,
  responses: { 200: ApiIndex },
})

export const readHealth = operation({
  id: 'readHealth',
  method: 'GET',
  path: '/api/health',
  tag: 'Service',
  summary: 'Liveness',
  auth: anybody,
  responses: { 200: z.strictObject({ ok: z.boolean() }) },
})
