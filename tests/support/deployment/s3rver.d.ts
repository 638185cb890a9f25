/** The part of s3rver that tests/support/deployment/s3.ts uses; the package has no types. */
declare module 's3rver' {
  import type { Server } from 'node:http'
  import type { Readable } from 'node:stream'

  export interface Context {
    method: string
    path: string
    headers: Record<string, string | undefined>
    query: Record<string, string | undefined>
    status: number
    body: unknown
  }

  export interface StoredObject {
    bucket: string
    key: string
    content: Readable | Buffer
    metadata: Record<string, unknown>
  }

  interface Written {
    size: number
    md5: string
  }

  export interface Store {
    getResourcePath: (bucket: string, key: string | undefined, resource: string) => string
    putMetadata: (bucket: string, key: string, metadata: object, md5: string) => Promise<void>
    putObject: (object: StoredObject) => Promise<Written>
    putPart: (bucket: string, uploadId: string, part: string, content: Readable) => Promise<Written>
    getObject: (
      bucket: string,
      key: string,
      options?: { start?: number; end?: number | string },
    ) => Promise<unknown>
    deleteObject: (bucket: string, key: string) => Promise<void>
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    store: Store
    httpServer: Server
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
