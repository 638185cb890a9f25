import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { DirectAccess, DirectOptions } from '../driver'
import { assertBlobKey } from '../keys'
import type { S3Store } from './store'

/** Returns an object that creates presigned URLs of blobs. Creating a URL sends no request. */
export async function directAccess(store: S3Store): Promise<DirectAccess> {
  const sign = (objectKey: string, { contentType, contentDisposition, seconds }: DirectOptions) => {
    const command = new GetObjectCommand({
      Bucket: store.bucket,
      Key: objectKey,
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: `private, max-age=${seconds}`,
    })
    return getSignedUrl(store.client, command, { expiresIn: seconds })
  }
  const example = await sign('x', { contentType: 'image/png', contentDisposition: 'inline', seconds: 1 })
  return {
    origin: new URL(example).origin,
    async addressOf(key, options) {
      assertBlobKey(key)
      return sign(store.objectKey(key), options)
    },
  }
}
